import { InvalidEdit } from '../content.errors.js';
import type { Page } from '../content.types.js';
import type { ComputedContent, GeneratedPage, UpdatePage } from '../edit.types.js';
import { sameJson } from '#platform/canonical-json.js';
import { digest } from '../objects/digest.js';
import { slugOf, uniqueSlug } from '../tree/slugs.js';
import { childrenOf, type TreeNode, type WorkingTree } from '../tree/working-tree.js';
import type { DocumentEdits } from './document-edits.js';

const ID_LENGTH = 20;

/**
 * A change of the `git` field alone is allowed, because Git Sync writes it on every page.
 * @throws InvalidEdit for edits of generated pages, and of the text of a computed page.
 */
export function refuseChange({ page, parent }: TreeNode, edit: UpdatePage): void {
  const isOnlyNote = Object.keys(edit.fields ?? {}).every((name) => name === 'git');
  const isPlaced = edit.into !== undefined || edit.at !== undefined;
  if (page?.generated !== undefined && (isPlaced || edit.document !== undefined || !isOnlyNote)) {
    throw refusal(page, rootOf(parent));
  }
  if (page?.computed !== undefined && edit.document !== undefined) throw refusal(page, page);
}

/** @throws InvalidEdit for a generated page, because the next computation would restore it. */
export function refuseDeletion({ page, parent }: TreeNode): void {
  if (page?.generated !== undefined) throw refusal(page, rootOf(parent));
}

/**
 * Refuses to put other pages than generated ones below a computed page.
 * @param isGenerated true when the page to put there was generated before.
 * @throws InvalidEdit
 */
export function refuseParent({ page }: TreeNode, isGenerated: boolean): void {
  const isComputed = page?.computed !== undefined || page?.generated !== undefined;
  if (page && isComputed && !isGenerated) {
    throw new InvalidEdit(
      `into: what is below the page "${page.title}" is computed; put the page elsewhere.`,
    );
  }
}

/**
 * Replaces the text of a computed page and the pages below it by computed content. Pages with equal content stay the
 * same, their times included. Answers true when more changed than the seed.
 */
export async function replaceGenerated(
  tree: WorkingTree,
  root: TreeNode,
  computed: ComputedContent,
  documents: DocumentEdits,
  now: Date,
): Promise<boolean> {
  const page = root.page as Page;
  if (page.computed === undefined) throw new InvalidEdit(`The page "${page.title}" is not computed.`);
  await documents.prepare([page.document]);
  const isOther = await replaceBelow(tree, root, computed, documents, now);
  const after: Page = {
    ...page,
    document: documents.replace(page.document, computed.document),
    computedSeed: computed.seed,
  };
  const isSameText = after.document === page.document;
  const updatedAt = isSameText ? page.updatedAt : now.toISOString();
  tree.setPage(root, { ...after, updatedAt });
  return !isSameText || isOther;
}

/** Answers true when the pages below differ from those before. */
async function replaceBelow(
  tree: WorkingTree,
  root: TreeNode,
  { pages, seed }: ComputedContent,
  documents: DocumentEdits,
  now: Date,
): Promise<boolean> {
  if (pages === null) return false;
  const below = (await tree.subtree(root)).slice(1);
  const before = new Map(below.map((node) => [node.id as string, node.page as Page]));
  const places = placesOf(below);
  await documents.prepare([...before.values()].map((old) => old.document));
  for (const node of below.toReversed()) {
    tree.detach(node);
    tree.delete(node);
  }
  const maker = new ComputedPageMaker(root.id as string, before, documents, now);
  const placed = insertAll(tree, root, pages, maker, seed);
  const isSamePlaces = places.size === placed.length && placed.every((node) => places.has(placeOf(node)));
  return maker.hasChanged || !isSamePlaces;
}

/** Puts pages that were generated elsewhere below a computed page, and removes its former ones. */
export async function adoptGenerated(
  tree: WorkingTree,
  root: TreeNode,
  from: readonly TreeNode[],
): Promise<void> {
  for (const node of (await tree.subtree(root)).slice(1).toReversed()) {
    tree.detach(node);
    tree.delete(node);
  }
  for (const node of from) {
    const parent = node.parent?.id === root.id ? root : tree.get(node.parent?.id as string);
    if (parent && !tree.get(node.id as string)) tree.insert(parent, node.page as Page);
  }
}

/** The id of a generated page. The same part of the same computed page has the same id in every copy of the space. */
export function generatedPageId(root: string, key: string): string {
  return digest(['generated', root, key], ID_LENGTH);
}

function insertAll(
  tree: WorkingTree,
  parent: TreeNode,
  pages: readonly GeneratedPage[],
  maker: ComputedPageMaker,
  seed: string,
): TreeNode[] {
  return pages.flatMap((input) => {
    const page = maker.make(input, seed, childrenOf(parent));
    // Two parts with one name would have the same id, and a page elsewhere with this id belongs to a user.
    if (tree.get(page.id)) return [];
    const node = tree.insert(parent, page);
    return [node, ...insertAll(tree, node, input.pages, maker, seed)];
  });
}

class ComputedPageMaker {
  hasChanged = false;

  constructor(
    private readonly root: string,
    private readonly before: ReadonlyMap<string, Page>,
    private readonly documents: DocumentEdits,
    private readonly now: Date,
  ) {}

  make(input: GeneratedPage, seed: string, siblings: readonly { slug: string }[]): Page {
    const id = generatedPageId(this.root, input.key);
    const old = this.before.get(id);
    const time = this.now.toISOString();
    const page: Page = {
      id,
      type: input.type ?? 'document',
      title: input.title,
      slug: uniqueSlug(slugOf(input.slug ?? input.title), (slug) =>
        siblings.some((other) => other.slug === slug),
      ),
      ...(input.emoji === undefined ? {} : { emoji: input.emoji }),
      ...(input.icon === undefined ? {} : { icon: input.icon }),
      ...(input.description === undefined ? {} : { description: input.description }),
      ...(input.target === undefined ? {} : { target: input.target }),
      generated: input.generated,
      computedSeed: seed,
      ...(old?.git ? { git: old.git } : {}),
      document: this.documents.replace(old?.document ?? null, input.document),
      createdAt: old?.createdAt ?? time,
      updatedAt: old?.updatedAt ?? time,
    };
    if (old && sameJson({ ...page, computedSeed: '' }, { ...old, computedSeed: '' })) return old;
    this.hasChanged = true;
    return { ...page, updatedAt: time };
  }
}

function placesOf(nodes: readonly TreeNode[]): Set<string> {
  return new Set(nodes.map(placeOf));
}

function placeOf({ id, parent }: TreeNode): string {
  return `${parent?.id}/${id}`;
}

function rootOf(node: TreeNode | null): Page | null {
  for (let at = node; at; at = at.parent) if (at.page?.computed !== undefined) return at.page;
  return null;
}

function refusal(page: Page, root: Page | null): InvalidEdit {
  const way = root
    ? `; change the source, or delete the page "${root.title}" and write your own pages`
    : '; delete the computed page above it and write your own pages';
  return new InvalidEdit(`The page "${page.title}" is computed from ${sourceName(root)}${way}.`);
}

function sourceName(root: Page | null): string {
  const source = root?.computed as
    { type?: unknown; dependencies?: { spec?: { ref?: { spec?: unknown } } } } | undefined;
  const spec = source?.dependencies?.spec?.ref?.spec;
  const [kind, integration] = typeof source?.type === 'string' ? source.type.split(':') : [];
  if (kind === 'integration') return `the integration "${integration}"`;
  return typeof spec === 'string' ? `the OpenAPI specification "${spec}"` : 'its source';
}
