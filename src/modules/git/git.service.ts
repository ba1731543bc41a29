import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ChangeRequestContent } from '#modules/change-requests/index.js';
import { RevisionReads } from '#modules/space-content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Storage, Uploads } from '#modules/storage/index.js';
import { type ArchiveEntry, packArchive } from '#platform/archive/archive.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound, UnsupportedMediaType } from '#platform/http/errors.js';
import { type ExportedFile, ExportSpace, type ExportSource } from './export/export-space.js';
import type { ExportToGitRepositoryBody, ImportGitRepositoryBody } from './git.dto.js';
import { GitRemote } from './remote/git-remote.js';
import type { GitRunKind, RunInput } from './runs/git-run.entity.js';
import type { GitRun } from './runs/git-runs.repository.js';
import { GitRuns } from './runs/git-runs.service.js';
import { RunAccess } from './runs/run-access.js';
import { GitConnections } from './sync/git-connections.service.js';
import type { GitState } from './git.presenter.js';

/** Largest archive to upload. */
const MAX_ARCHIVE_SIZE = 1024 * 1024 * 1024;
const GZIP = /^application\/(x-)?gzip\b/i;

/** Imports and exports as people ask for them. */
@Injectable()
export class GitSync {
  constructor(
    private readonly spaces: Spaces,
    private readonly revisions: RevisionReads,
    private readonly changeRequests: ChangeRequestContent,
    private readonly exportSpace: ExportSpace,
    private readonly storage: Storage,
    private readonly uploads: Uploads,
    private readonly remote: GitRemote,
    private readonly runs: GitRuns,
    private readonly connections: GitConnections,
    private readonly access: RunAccess,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes an archive and starts its import. A locked space accepts imports from those who may sync it with Git.
   * @throws UnsupportedMediaType, BadRequest for files that are not gzip, PayloadTooLarge, NotFound, Forbidden.
   */
  async upload(
    actor: Actor,
    spaceId: string,
    body: { stream: Readable; contentType: string },
  ): Promise<GitRun> {
    const view = await this.access.requireSpace(actor, spaceId, 'upload');
    if (!GZIP.test(body.contentType))
      throw new UnsupportedMediaType('Send a tar archive compressed with gzip, as application/gzip.');
    const { organizationId } = view.space;
    const options = { contentType: 'application/gzip', maxSize: MAX_ARCHIVE_SIZE };
    const { blob, size } = await this.storage.put(organizationId, body.stream, options);
    if (size < 2 || !(await this.isGzip(organizationId, blob)))
      throw new BadRequest('The body is not a tar archive compressed with gzip.');
    return this.runs.start(actor, view, 'upload', { blob });
  }

  /**
   * Imports uploads of the kind `content_file` as a folder.
   * @param files uploads with their paths in the folder.
   * @throws BadRequest for an upload that is not the actor's, NotFound, Forbidden; see `upload`.
   */
  async importUploads(
    actor: Actor,
    spaceId: string,
    files: readonly { path: string; key: string }[],
  ): Promise<GitRun> {
    const { space } = await this.access.requireSpace(actor, spaceId, 'upload');
    const { organizationId } = space;
    const keys = files.map(({ key }) => key);
    const found = await this.uploads.requireUpload(
      organizationId,
      actor.userId,
      'content_file',
      keys,
      'files',
    );
    const entries = found.map(({ blob, size }, at) => {
      const path = files[at]!.path;
      return { path, content: this.contentOf(organizationId, { path, blob, size }) };
    });
    const stream = packArchive(Readable.from(entries), this.clock.now());
    return this.upload(actor, spaceId, { stream, contentType: 'application/gzip' });
  }

  /** The latest runs of a space, newest first. @param kinds of these kinds alone; all where it is absent. @throws NotFound */
  async listRuns(
    actor: Actor,
    spaceId: string,
    limit: number,
    kinds?: readonly GitRunKind[],
  ): Promise<GitRun[]> {
    return this.runs.listOfSpace(await this.spaces.requireSpace(actor, spaceId, 'view'), limit, kinds);
  }

  async getRun(actor: Actor, spaceId: string, runId: string): Promise<GitRun> {
    return this.runs.get(await this.spaces.requireSpace(actor, spaceId, 'view'), runId);
  }

  /** @throws BadRequest for an address that may not be asked, NotFound, Forbidden. */
  async importRepository(actor: Actor, spaceId: string, body: ImportGitRepositoryBody): Promise<GitRun> {
    const view = await this.access.requireSpace(actor, spaceId, 'git-import');
    const repository = this.remote.parse(body.url);
    return this.runs.start(actor, view, 'git-import', inputOf(body), repository);
  }

  /** @throws BadRequest for an address that may not be asked, NotFound, Forbidden. */
  async exportRepository(actor: Actor, spaceId: string, body: ExportToGitRepositoryBody): Promise<GitRun> {
    const view = await this.access.requireSpace(actor, spaceId, 'git-export');
    const repository = this.remote.parse(body.url);
    const { force, commitMessage: message } = body;
    const input = { ...inputOf(body), message, ...(force === undefined ? {} : { force }) };
    return this.runs.start(actor, view, 'git-export', input, repository);
  }

  /** The connection of a space with the newest run with a repository. @throws NotFound where there is neither. */
  async gitInfo(actor: Actor, spaceId: string): Promise<GitState> {
    const view = await this.spaces.requireSpace(actor, spaceId, 'view');
    const connection = await this.connections.find(view.space);
    const run = await this.runs.findNewestOfGit(view);
    if (!connection && !run) throw new NotFound('Git repository of this space');
    return { connection, run };
  }

  /** The content as an archive; of the current revision, or of any other. @throws NotFound */
  async exportArchive(actor: Actor, spaceId: string, revisionId?: string): Promise<Readable> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const { organizationId } = space;
    const { snapshot } = revisionId ? await this.revisions.getIn(organizationId, spaceId, revisionId) : space;
    return this.pack({ organizationId, spaceId, snapshot });
  }

  /** The content of a change request as an archive. @throws NotFound */
  async exportChangeRequest(actor: Actor, spaceId: string, key: string): Promise<Readable> {
    const { organizationId, snapshot } = await this.changeRequests.context(actor, spaceId, key);
    return this.pack({ organizationId, spaceId, snapshot });
  }

  private pack(source: ExportSource): Readable {
    return packArchive(this.entries(source), this.clock.now());
  }

  private async *entries(source: ExportSource): AsyncGenerator<ArchiveEntry> {
    for await (const file of this.exportSpace.files(source))
      yield { path: file.path, content: this.contentOf(source.organizationId, file) };
  }

  private contentOf(organizationId: string, file: ExportedFile): ArchiveEntry['content'] {
    if ('text' in file) return file.text;
    const open = async (): Promise<Readable> => {
      const opened = await this.storage.open(organizationId, file.blob);
      if (!opened) throw new Error(`The bytes of ${file.path} are missing in storage.`);
      return opened.stream;
    };
    return { open, size: file.size };
  }

  private async isGzip(organizationId: string, blob: string): Promise<boolean> {
    const opened = await this.storage.open(organizationId, blob, { start: 0, end: 1 });
    const chunks: Buffer[] = [];
    for await (const chunk of opened?.stream ?? []) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('hex') === '1f8b';
  }
}

function inputOf(body: ImportGitRepositoryBody): RunInput {
  const { ref, repoCommitURL: commitUrl, repoTreeURL, gitInfo } = body;
  const treeUrl = gitInfo?.url ?? repoTreeURL;
  return {
    ref,
    ...(commitUrl ? { commitUrl } : {}),
    ...(treeUrl ? { treeUrl } : {}),
    ...(gitInfo?.provider ? { provider: gitInfo.provider } : {}),
  };
}
