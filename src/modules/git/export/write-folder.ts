import { posix } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ContentStore } from '#modules/content/index.js';
import type { FileTree } from '../folder/file-tree.js';
import { EMPTY_TREE, loadSpaceTree, type Places, placeTree } from '../space-tree.js';
import type { FolderChange } from './folder-change.js';
import { FolderPlan } from './folder-plan.js';
import { FolderTexts } from './folder-texts.js';
import { DEFAULT_LAYOUT, type FolderLayout } from './write-config.js';

export interface FolderWriting {
  organizationId: string;
  spaceId: string;
  /** The folder as it is; absent for an empty folder. */
  base?: {
    /** The content exactly as it was read from the folder. Its pages, files and reusable contents know their paths. */
    snapshot: string;
    config: FolderLayout;
    /** All files of the folder. Only texts that may change are read. */
    folder: FileTree;
    /** Paths of contents in the folder, where they are others than those from which the contents were read. */
    places?: Places;
  };
  /** The content that the folder must say. */
  snapshot: string;
}

/**
 * Says what must change in a folder so that it says what a snapshot says: an edit of a block changes its lines and no
 * others, whatever the style of the author. Files that say it already are not read, and not listed.
 */
@Injectable()
export class WriteFolder {
  constructor(private readonly content: ContentStore) {}

  /**
   * The changes, those of texts first. Documents are read in batches, and texts one by one. Call it outside of a
   * transaction. A text that is not UTF-8 stays as it is unless its page says something else; then it is written anew.
   * @returns the changes, and the paths that all contents have then.
   * @throws Busy when too many callers wait for a thread, OverBudget for a document that takes too long to be written.
   */
  async plan({
    organizationId,
    spaceId,
    base,
    snapshot,
  }: FolderWriting): Promise<{ changes: AsyncGenerator<FolderChange>; places: Places }> {
    const layout = base?.config ?? DEFAULT_LAYOUT;
    const known = base?.places ?? {};
    const load = async (one: string) =>
      placeTree(await loadSpaceTree(this.content, organizationId, one), known, {});
    const before = base ? await load(base.snapshot) : EMPTY_TREE;
    const next = await load(snapshot);
    const read = async (path: string): Promise<Buffer> => base!.folder.read(path);
    const paths = base?.folder.paths() ?? [];
    const summaryPath = posix.join(layout.root, layout.summary);
    const summary = paths.includes(summaryPath) ? (await read(summaryPath)).toString('utf8') : undefined;
    const plan = new FolderPlan({ before, next, layout, paths, summary, isNew: base === undefined });
    const documents = (hashes: string[]) => this.content.readDocuments(organizationId, hashes);
    const texts = new FolderTexts(plan, spaceId, { documents, read });
    const { pages, files, includes } = plan.paths;
    return { changes: changesOf(plan, texts), places: Object.fromEntries([...pages, ...files, ...includes]) };
  }
}

async function* changesOf(plan: FolderPlan, texts: FolderTexts): AsyncGenerator<FolderChange> {
  yield* texts.changes();
  yield* plan.fileChanges();
  yield* plan.removals();
}
