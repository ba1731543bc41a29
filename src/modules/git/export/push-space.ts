import { Injectable } from '@nestjs/common';
import { ContentStore } from '#modules/content/index.js';
import { Storage } from '#modules/storage/index.js';
import { Database } from '#platform/database/database.js';
import { ImportFailed } from '../git.errors.js';
import { GitStatesRepository } from '../git-states.repository.js';
import { branchName } from '../remote/find-ref.js';
import type { RemoteRepository, Repository, Signature } from '../remote/remote-repository.js';
import { loadSpaceTree } from '../space-tree.js';
import { assignPaths } from './content-paths.js';
import { type ExportedFile, ExportSpace, type ExportSource } from './export-space.js';

const DEFAULTS = { root: '', readme: 'README.md', summary: 'SUMMARY.md' };

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
  ) {}

  /**
   * Files that came from the space before and are no longer in it are taken away; whatever else the repository holds
   * stays. Afterwards the next import starts from what was pushed.
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
    const files: ExportedFile[] = [];
    for await (const file of this.exportSpace.files(source)) files.push(file);
    const remove = await this.pathsBefore(organizationId, spaceId);
    const write = this.bytesOf(organizationId, files, onProgress, authorize);
    const commit = await push(opened, request, { write, remove });
    const before = await this.states.find(organizationId, spaceId);
    await this.db.transaction(() =>
      this.states.save({
        organizationId,
        spaceId,
        snapshot,
        config: before?.config ?? DEFAULTS,
        url: repository.url,
        ref: request.ref,
        commit,
      }),
    );
    const blobs = files.filter((file) => 'blob' in file).length;
    const pages = files.filter(({ path }) => path.endsWith('.md') && !path.includes('.gitbook/')).length - 1;
    return { pages, files: blobs };
  }

  private async *bytesOf(
    organizationId: string,
    files: readonly ExportedFile[],
    onProgress: (done: number, total: number) => void,
    authorize: () => Promise<void>,
  ): AsyncGenerator<{ path: string; bytes: Buffer }> {
    let done = 0;
    for (const file of files) {
      const bytes =
        'text' in file ? Buffer.from(file.text) : await this.storage.read(organizationId, file.blob);
      if (!bytes) throw new ImportFailed(`The file ${file.path} is missing in storage.`);
      yield { path: file.path, bytes };
      onProgress(++done, files.length);
    }
    await authorize();
  }

  /** Paths of the space's content in its last import or export. */
  private async pathsBefore(organizationId: string, spaceId: string): Promise<string[]> {
    const state = await this.states.find(organizationId, spaceId);
    if (!state) return [];
    const tree = await loadSpaceTree(this.content, organizationId, state.snapshot);
    const { pages, files, includes } = assignPaths(tree, state.config.root);
    return [...pages.values(), ...files.values(), ...includes.values()];
  }
}

/**
 * Makes a commit on top of the branch and pushes it; nothing happens when the files are all there already.
 * @returns id of the commit that the branch is at then.
 */
async function push(
  opened: RemoteRepository,
  { ref, message, author, force }: ExportRequest,
  files: { write: AsyncIterable<{ path: string; bytes: Buffer }>; remove: Iterable<string> },
): Promise<string> {
  const branch = branchName(ref);
  const { refs } = await opened.listRefs();
  const expected = refs.has(branch) ? (await opened.fetchCommit(branch)).oid : null;
  const parents = expected === null ? [] : [expected];
  const oid = await opened.writeCommit({ ...files, parents, message, author });
  if (oid === expected) return oid;
  const result = await opened.push({ ref: branch, oid, expected, force });
  if (result.outcome !== 'pushed') throw new ImportFailed(result.message);
  return oid;
}
