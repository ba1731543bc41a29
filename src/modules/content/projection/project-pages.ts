import { generateNKeysBetween } from 'fractional-indexing';
import type { LocatedPage, PageNode } from '../content.types.js';
import { pathIn, type PageState, type TreeDelta } from '../tree/tree-delta.js';
import { pageReferences } from '../derived/page-references.js';
import type { ProjectedPageRow } from './projection.types.js';

/** The rows of a whole tree. */
export function projectTree(tree: readonly PageNode[]): ProjectedPageRow[] {
  const positions = generateNKeysBetween(null, null, tree.length);
  return tree.flatMap((node, i) => [row(node, positions[i] as string), ...projectTree(node.pages)]);
}

/** The rows of the pages that a diff compared on its new side. */
export function projectChanges(delta: TreeDelta, positions: ReadonlyMap<string, string>): ProjectedPageRow[] {
  return [...delta.after].map(([id, state]) => {
    const position = positions.get(id);
    if (position === undefined) throw new Error(`The page ${id} has no position.`);
    return row(located(delta.after, id, state), position);
  });
}

function located(
  states: ReadonlyMap<string, PageState>,
  id: string,
  { page, hash, parent }: PageState,
): LocatedPage {
  return { ...page, hash, parent, path: pathIn(states, id) };
}

function row(page: LocatedPage, position: string): ProjectedPageRow {
  const refs = pageReferences(page);
  return {
    pageId: page.id,
    parentId: page.parent,
    position,
    path: page.path,
    slug: page.slug,
    title: page.title,
    description: page.description ?? null,
    type: page.type,
    documentHash: page.document,
    pageHash: page.hash,
    hidden: page.hidden ?? false,
    noIndex: page.noIndex ?? false,
    refs: refs.length > 0 ? refs : null,
  };
}

/** Pages whose rows keep their position: all except the new, moved and reordered ones. */
export function keepsPosition(delta: TreeDelta, id: string): boolean {
  return !delta.created.has(id) && !delta.moved.has(id) && !delta.reordered.has(id);
}

/** Pages whose current positions are needed: the compared pages, and the neighbours of new places. */
export function pagesToPlace(delta: TreeDelta): string[] {
  const ids = new Set([...delta.after.keys()].filter((id) => keepsPosition(delta, id)));
  for (const { run, before, after } of newRuns(delta)) {
    if (run.length > 0 && before !== null) ids.add(before);
    if (run.length > 0 && after !== null) ids.add(after);
  }
  return [...ids];
}

/** Positions of all compared pages: new ones between their neighbours, the others as before. */
export function placePages(delta: TreeDelta, present: ReadonlyMap<string, string>): Map<string, string> {
  const positions = new Map(present);
  for (const { run, before, after } of newRuns(delta)) {
    const [low, high] = [before, after].map((id) => (id === null ? null : (present.get(id) ?? null)));
    const keys = generateNKeysBetween(low ?? null, high ?? null, run.length);
    run.forEach((id, i) => positions.set(id, keys[i] as string));
  }
  return positions;
}

/** Pages that need a position, in runs between two pages that keep their positions. */
function newRuns(delta: TreeDelta): { run: string[]; before: string | null; after: string | null }[] {
  const runs: { run: string[]; before: string | null; after: string | null }[] = [];
  for (const { after } of delta.lists.values()) {
    let run: string[] = [];
    let before: string | null = null;
    for (const { id } of after ?? []) {
      if (!keepsPosition(delta, id)) {
        run.push(id);
        continue;
      }
      if (run.length > 0) runs.push({ run, before, after: id });
      run = [];
      before = id;
    }
    if (run.length > 0) runs.push({ run, before, after: null });
  }
  return runs;
}

/** Topmost pages that existed before and have another path now. */
export function repathedPages(delta: TreeDelta): string[] {
  const isRepathed = (id: string) =>
    delta.before.has(id) && pathIn(delta.before, id) !== pathIn(delta.after, id);
  const repathed = new Set([...delta.after.keys()].filter(isRepathed));
  return [...repathed].filter((id) => {
    const parent = delta.after.get(id)?.parent;
    return parent == null || !repathed.has(parent);
  });
}
