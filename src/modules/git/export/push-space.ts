import { Injectable } from '@nestjs/common';
import { ContentStore } from '#modules/content/index.js';
import { Storage } from '#modules/storage/index.js';
import { Database } from '#platform/database/database.js';
import { isMarkdown } from '../folder/planned-page.js';
import { ImportFailed } from '../git.errors.js';
import { type GitState, GitStatesRepository } from '../git-states.repository.js';
import { branchName } from '../remote/find-ref.js';
import type { FetchedCommit, RemoteRepository, Repository, Signature } from '../remote/remote-repository.js';
import { loadSpaceTree, type Places } from '../space-tree.js';
import { readCommitTree } from '../sync/commit-tree.js';
import { assignPaths } from './content-paths.js';
import { type ExportedFile, ExportSpace, type ExportSource } from './export-space.js';
import type { FolderChange } from './folder-change.js';
import { FolderCommit } from './folder-commit.js';
import { DEFAULT_LAYOUT } from './write-config.js';
import { WriteFolder } from './write-folder.js';

interface FileToWrite {
  path: string;
  bytes: Buffer;
}

interface ExportedFiles {
  write: AsyncIterable<FileToWrite>;
  remove: readonly string[];
  renames: readonly { from: string; to: string }[];
  /** Number of files that are written. */
  total: number;
  /** Paths that the contents of the space have then. */
  places: Places;
}

interface Reporting {
  onProgress: (done: number, total: number) => void;
  authorize: () => Promise<void>;
}

export interface ExportRequest {
  ref: string;
  message: string;
  author: Signature;
  force: boolean;
}

/** Commits the content of a space to a branch of a repository and pushes it. */
@Injectable()
export class PushSpace {
  constructor(
    private readonly db: Database,
    private readonly content: ContentStore,
    private readonly storage: Storage,
    private readonly states: GitStatesRepository,
    private readonly exportSpace: ExportSpace,
    private readonly writeFolder: WriteFolder,
    private readonly folderCommit: FolderCommit,
  ) {}

  /**
   * On top of the commit that the space was imported from or exported to last, only what changed since is written, in the style of the
   * files. Elsewhere all files are written anew, and those that came from the space before and are no longer in it are taken away;
   * whatever else the repository holds stays. Afterwards the next import starts from what was pushed.
   * @param authorize decides again, before anything is pushed, whether it may be.
   */
  async run(
    source: ExportSource,
    { repository, opened }: { repository: Repository; opened: RemoteRepository },
    request: ExportRequest,
    onProgress: (done: number, total: number) => void,
    authorize: () => Promise<void>,
  ): Promise<{ pages: number; files: number }> {
    const { organizationId, spaceId, snapshot } = source;
    const state = await this.states.find(organizationId, spaceId);
    const head = await headOf(opened, request.ref);
    const isOnTop = state?.url === repository.url && state.commit === head?.oid;
    const { places, ...files } =
      isOnTop && state.places !== null && head
        ? await this.changedFiles(source, state, { opened, head })
        : await this.allFiles(source, state);
    const write = reported(files.write, { total: files.total, onProgress, authorize });
    const commit = await push(opened, head, request, { ...files, write });
    await this.db.transaction(() =>
      this.states.save({
        ...{ organizationId, spaceId, snapshot, commit, places },
        ...{ config: state?.config ?? DEFAULT_LAYOUT, url: repository.url, ref: request.ref },
      }),
    );
    return countsOf(places);
  }

  /** The files that say something else than the commit that the space has in common with the branch. */
  private async changedFiles(
    { organizationId, spaceId, snapshot }: ExportSource,
    state: GitState,
    { opened, head }: { opened: RemoteRepository; head: FetchedCommit },
  ): Promise<ExportedFiles> {
    const folder = await readCommitTree(opened, head, '', {});
    const base = { snapshot: state.snapshot, config: state.config, folder, places: state.places ?? {} };
    const planned = await this.writeFolder.plan({ organizationId, spaceId, snapshot, base });
    const changes: FolderChange[] = [];
    for await (const change of planned.changes) changes.push(change);
    const { write, remove, renames } = this.folderCommit.of(organizationId, changes, folder, '');
    return { write, remove, renames, places: planned.places, total: changes.length };
  }

  private async allFiles(source: ExportSource, state: GitState | null): Promise<ExportedFiles> {
    const { organizationId } = source;
    const files: ExportedFile[] = [];
    for await (const file of this.exportSpace.files(source)) files.push(file);
    const places = await this.placesOf(organizationId, source.snapshot, state);
    const before = state ? await this.placesOf(organizationId, state.snapshot, state) : {};
    const remove = Object.values({ ...before, ...state?.places });
    return { write: this.bytesOf(organizationId, files), remove, renames: [], places, total: files.length };
  }

  private async *bytesOf(
    organizationId: string,
    files: readonly ExportedFile[],
  ): AsyncGenerator<FileToWrite> {
    for (const file of files) {
      const bytes =
        'text' in file ? Buffer.from(file.text) : await this.storage.read(organizationId, file.blob);
      if (!bytes) throw new ImportFailed(`The file ${file.path} is missing in storage.`);
      yield { path: file.path, bytes };
    }
  }

  /** Paths that the contents of a snapshot get where all files are written, by id. */
  private async placesOf(organizationId: string, snapshot: string, state: GitState | null): Promise<Places> {
    const tree = await loadSpaceTree(this.content, organizationId, snapshot);
    const { pages, files, includes } = assignPaths(tree, state?.config.root ?? DEFAULT_LAYOUT.root);
    return Object.fromEntries([...pages, ...files, ...includes]);
  }
}

/** Passes files on, says how many there were, and asks at the end whether they may still be pushed. */
async function* reported(
  files: AsyncIterable<FileToWrite>,
  { total, onProgress, authorize }: Pick<ExportedFiles, 'total'> & Reporting,
): AsyncGenerator<FileToWrite> {
  let done = 0;
  for await (const file of files) {
    yield file;
    onProgress(++done, total);
  }
  await authorize();
}

/** The newest commit of a branch; null for one that does not exist yet. */
async function headOf(opened: RemoteRepository, ref: string): Promise<FetchedCommit | null> {
  const branch = branchName(ref);
  const { refs } = await opened.listRefs();
  return refs.has(branch) ? opened.fetchCommit(branch) : null;
}

function countsOf(places: Places): { pages: number; files: number } {
  const paths = Object.values(places).filter((path) => !path.includes('.gitbook/includes/'));
  const pages = paths.filter((path) => isMarkdown(path)).length;
  return { pages, files: paths.length - pages };
}

/**
 * Makes a commit on top of the branch and pushes it; nothing happens when the files are all there already.
 * @returns id of the commit that the branch is at then.
 */
async function push(
  opened: RemoteRepository,
  head: FetchedCommit | null,
  { ref, message, author, force }: ExportRequest,
  { write, remove, renames }: Pick<ExportedFiles, 'write' | 'remove' | 'renames'>,
): Promise<string> {
  const expected = head?.oid ?? null;
  const parents = expected === null ? [] : [expected];
  const oid = await opened.writeCommit({ write, remove, renames, parents, message, author });
  if (oid === expected) return oid;
  const result = await opened.push({ ref: branchName(ref), oid, expected, force });
  if (result.outcome !== 'pushed') throw new ImportFailed(result.message);
  return oid;
}
