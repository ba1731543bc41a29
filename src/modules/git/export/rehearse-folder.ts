import { posix } from 'node:path';
import { type PageNode, slugOf } from '#modules/content/index.js';
import type { JSONDocument } from '#modules/documents/index.js';
import type { FileTree } from '../folder/file-tree.js';
import { readFolder } from '../folder/read-folder.js';
import type { ImagePage } from '../import/folder-image.js';
import { Identities } from '../import/identities.js';
import { ImageBuilder } from '../import/image-builder.js';
import { EMPTY_TREE, type SpaceTree } from '../space-tree.js';
import type { FolderChange } from './folder-change.js';
import { FolderPlan } from './folder-plan.js';
import { FolderTexts } from './folder-texts.js';

/**
 * The changes of a folder that is read and written again, without a space between: none for a folder that keeps
 * everything. All texts are looked at, also those whose content is the same.
 * @param change edits the document of a page.
 */
export async function* rehearseFolder(
  tree: FileTree,
  change: (document: JSONDocument) => JSONDocument = (document) => document,
): AsyncGenerator<FolderChange> {
  const documents = new Map<string, JSONDocument>();
  const { before, folder } = await treeOf(tree, documents);
  const { config } = folder;
  const next: SpaceTree = { ...before, pages: changedPages(before.pages, documents, change) };
  const summaryPath = posix.join(config.root, config.summary);
  const paths = tree.paths();
  const summary = paths.includes(summaryPath) ? (await tree.read(summaryPath)).toString('utf8') : undefined;
  const plan = new FolderPlan({ before, next, layout: config, paths, summary, isNew: false });
  const sources = { documents: async () => documents, read: (path: string) => tree.read(path) };
  yield* new FolderTexts(plan, '', sources).changes();
  yield* plan.fileChanges();
  yield* plan.removals();
}

/** The content of a folder, as an import into an empty space makes it. */
async function treeOf(tree: FileTree, documents: Map<string, JSONDocument>) {
  const folder = await readFolder(tree, []);
  const identities = new Identities(EMPTY_TREE, EMPTY_TREE, folder.config.root, new Set());
  const store = async (path: string, bytes: Buffer) => ({
    ...{ name: posix.basename(path), contentType: '', size: bytes.length, blob: path, createdAt: '' },
  });
  const image = await new ImageBuilder(folder, identities, store, []).build(() => undefined);
  const keep = (id: string, document: JSONDocument | null | undefined): string | null => {
    if (document) documents.set(id, document);
    return document ? id : null;
  };
  const pageOf = ({ fields, document, children, ...page }: ImagePage, parent: string | null): PageNode => {
    const said = Object.entries(fields ?? {}).filter(([, value]) => value !== null);
    return {
      ...Object.fromEntries(said),
      ...page,
      slug: slugOf(page.slug),
      document: keep(page.id, document),
      ...{ createdAt: '', updatedAt: '', hash: '', path: '', parent },
      pages: children.map((child) => pageOf(child, page.id)),
    };
  };
  const before: SpaceTree = {
    pages: image.pages.map((page) => pageOf(page, null)),
    files: image.files,
    reusableContents: image.reusableContents.map(({ document, ...content }) => ({
      ...content,
      document: keep(content.id, document),
    })),
    settings: { variables: image.variables ?? {}, tags: [], redirects: image.redirects ?? [] },
  };
  return { before, folder };
}

/** The same pages with documents of their own, so that each is looked at. */
function changedPages(
  pages: readonly PageNode[],
  documents: Map<string, JSONDocument>,
  change: (document: JSONDocument) => JSONDocument,
): PageNode[] {
  return pages.map((page) => {
    const document = page.document === null ? undefined : documents.get(page.document);
    if (document) documents.set(`${page.id} changed`, change(document));
    const hash = document ? `${page.id} changed` : page.document;
    return { ...page, document: hash, pages: changedPages(page.pages, documents, change) };
  });
}
