import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import type { LocatedPage, PageNode } from '../content.types.js';
import { readObject, readObjects } from '../objects/object-batch.js';
import type { ChildList, ChildRef, ObjectReader, PageBody } from '../objects/object.types.js';
import { childCount, readChildList, readChildLists } from '../objects/page-list.js';
import { mapGet } from '../objects/persistent-map.js';
import { pageOf, readSnapshot } from './snapshot.js';

export interface FoundPage {
  page: LocatedPage;
  /** From the root down. */
  ancestors: LocatedPage[];
}

export interface TreeOptions {
  /** Levels below the start; all when absent. */
  depth?: number;
  /** Starts below this page instead of the root. */
  page?: string;
}

/** Finds a page by id with its ancestors in this snapshot; the cost follows its depth. */
export async function locatePage(
  reader: ObjectReader,
  snapshot: string,
  id: string,
): Promise<FoundPage | null> {
  const { pages, index } = await readSnapshot(reader, snapshot);
  const chain: string[] = [];
  for (let at: string | null = id; at !== null;) {
    const parent: string | null | undefined = (await mapGet<string | null>(reader, index, [at])).get(at);
    if (parent === undefined) return null;
    chain.unshift(at);
    at = parent;
  }
  return descend(reader, pages, chain, (ref, step) => ref.id === step);
}

/**
 * Finds several pages by id and their ancestors, with a few reads for each level of the tree; unknown ids are absent.
 */
export async function locatePages(
  reader: ObjectReader,
  snapshot: string,
  ids: readonly string[],
): Promise<Map<string, LocatedPage>> {
  const { pages, index } = await readSnapshot(reader, snapshot);
  const parents = new Map<string, string | null>();
  for (let level = [...new Set(ids)]; level.length > 0;) {
    const found = await mapGet<string | null>(reader, index, level);
    for (const [id, parent] of found) parents.set(id, parent);
    level = [...new Set(found.values())].filter((id) => id !== null && !parents.has(id)) as string[];
  }
  const located = new Map<string, LocatedPage>();
  let steps: { list: ChildList; parent?: LocatedPage }[] = [{ list: pages }];
  while (steps.length > 0) {
    const lists = await readChildLists(
      reader,
      steps.map((step) => step.list),
    );
    const refs = lists.map((list) => list.filter(({ id }) => parents.has(id)));
    const bodies = await readObjects<PageBody>(
      reader,
      refs.flat().map((ref) => ref.hash),
    );
    const below: typeof steps = [];
    let next = 0;
    steps.forEach(({ parent }, i) => {
      for (const ref of refs[i] ?? []) {
        const body = bodies[next++] as PageBody;
        const page = locate(body, ref.hash, parent);
        located.set(ref.id, page);
        if (childCount(body.pages) > 0) below.push({ list: body.pages, parent: page });
      }
    });
    steps = below;
  }
  return located;
}

/** Finds a page by its path, slugs joined by `/`. */
export async function findPageByPath(
  reader: ObjectReader,
  snapshot: string,
  path: string,
): Promise<FoundPage | null> {
  const { pages } = await readSnapshot(reader, snapshot);
  return descend(reader, pages, path.split('/'), (ref, step) => ref.slug === step);
}

async function descend(
  reader: ObjectReader,
  top: ChildList,
  steps: readonly string[],
  matches: (ref: ChildRef, step: string) => boolean,
): Promise<FoundPage | null> {
  const found: LocatedPage[] = [];
  let list = top;
  for (const step of steps) {
    const ref = (await readChildList(reader, list)).find((child) => matches(child, step));
    if (!ref) return null;
    const body = await readObject<PageBody>(reader, ref.hash);
    found.push(locate(body, ref.hash, found.at(-1)));
    list = body.pages;
  }
  const page = found.pop();
  return page ? { page, ancestors: found } : null;
}

/** The page tree without documents, with one or two reads per level. Empty when `options.page` does not exist. */
export async function readTree(
  reader: ObjectReader,
  snapshot: string,
  options: TreeOptions = {},
): Promise<PageNode[]> {
  const top: Step = { list: [], into: [] };
  if (options.page === undefined) {
    top.list = (await readSnapshot(reader, snapshot)).pages;
  } else {
    const start = await locatePage(reader, snapshot, options.page);
    if (!start) return [];
    top.parent = start.page;
    top.list = (await readObject<PageBody>(reader, start.page.hash)).pages;
  }
  return readDown(reader, top, options.depth);
}

/** The subpages of a located page. */
export async function readBelow(reader: ObjectReader, page: LocatedPage): Promise<PageNode[]> {
  const { pages } = await readObject<PageBody>(reader, page.hash);
  return readDown(reader, { list: pages, parent: page, into: [] });
}

async function readDown(reader: ObjectReader, top: Step, levels = Infinity): Promise<PageNode[]> {
  let level = [top];
  for (let depth = levels; level.length > 0 && depth > 0; depth--) level = await readLevel(reader, level);
  return top.into;
}

interface Step {
  list: ChildList;
  parent?: LocatedPage;
  into: PageNode[];
}

async function readLevel(reader: ObjectReader, level: readonly Step[]): Promise<Step[]> {
  const lists = await readChildLists(
    reader,
    level.map((step) => step.list),
  );
  const bodies = await readObjects<PageBody>(
    reader,
    lists.flatMap((list) => list.map((ref) => ref.hash)),
  );
  let next = 0;
  const below: Step[] = [];
  const eventLoop = new EventLoopYield();
  for (const [i, step] of level.entries()) {
    for (const ref of lists[i] ?? []) {
      await eventLoop.yieldIfDue();
      const body = bodies[next++] as PageBody;
      const node: PageNode = { ...locate(body, ref.hash, step.parent), pages: [] };
      step.into.push(node);
      if ('chunks' in body.pages || body.pages.length > 0)
        below.push({ list: body.pages, parent: node, into: node.pages });
    }
  }
  return below;
}

function locate(body: PageBody, hash: string, parent: LocatedPage | undefined): LocatedPage {
  const path = parent ? `${parent.path}/${body.slug}` : body.slug;
  return { ...pageOf(body), hash, path, parent: parent?.id ?? null };
}
