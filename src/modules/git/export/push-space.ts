import { Injectable } from '@nestjs/common';
import { ContentStore } from '#modules/content/index.js';
import { Storage } from '#modules/storage/index.js';
import { Database } from '#platform/database/database.js';
import { ImportFailed } from '../git.errors.js';
import { GitStatesRepository } from '../git-states.repository.js';
import { GitRemote, type PushRequest, type Repository } from '../remote/git-remote.js';
import { loadSpaceTree } from '../space-tree.js';
import { assignPaths } from './content-paths.js';
import { type ExportedFile, ExportSpace, type ExportSource } from './export-space.js';

const DEFAULTS = { root: '', readme: 'README.md', summary: 'SUMMARY.md' };

/** Commits the content of a space to a branch of a repository and pushes it. */
@Injectable()
export class PushSpace {
  constructor(
    private readonly db: Database,
    private readonly content: ContentStore,
    private readonly storage: Storage,
    private readonly states: GitStatesRepository,
    private readonly exportSpace: ExportSpace,
    private readonly remote: GitRemote,
  ) {}

  /**
   * Files that came from the space before and are no longer in it are taken away; whatever else the repository holds
   * stays. Afterwards the next import starts from what was pushed.
   * @param folder an empty one to work in.
   * @param authorize decides again, before anything is pushed, whether it may be.
   */
  async run(
    source: ExportSource,
    repository: Repository,
    request: PushRequest,
    folder: string,
    onProgress: (done: number, total: number) => void,
    authorize: () => Promise<void>,
  ): Promise<{ pages: number; files: number }> {
    const { organizationId, spaceId, snapshot } = source;
    const files: ExportedFile[] = [];
    for await (const file of this.exportSpace.files(source)) files.push(file);
    const remove = await this.pathsBefore(organizationId, spaceId);
    const write = this.bytesOf(organizationId, files, onProgress, authorize);
    const commit = await this.remote.push(repository, request, folder, { write, remove });
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
