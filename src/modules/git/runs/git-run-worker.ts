import { Injectable } from '@nestjs/common';
import { type GitCommit, RevisionService } from '#modules/content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { MAX_FILE_SIZE, Storage } from '#modules/storage/index.js';
import { Users } from '#modules/users/index.js';
import { ArchiveError, unpack, withTemporaryFolder } from '#platform/archive/archive.js';
import { Clock } from '#platform/clock/clock.js';
import { DomainError } from '#platform/http/errors.js';
import { Logger } from '#platform/logging/logger.js';
import { openFolder } from '../folder/file-tree.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { ImportFailed } from '../git.errors.js';
import { ImportFolder, type ImportReport } from '../import/import-folder.js';
import { GitRemote, type Repository } from '../remote/git-remote.js';
import { PushSpace } from '../export/push-space.js';
import { AnnounceRuns } from './announce-runs.js';
import { type GitRun, GitRunsRepository } from './git-runs.repository.js';
import { ProgressWriter } from './progress.js';
import { RunAccess, RunTakenOver } from './run-access.js';

/** Attempts after which a run that keeps breaking off is given up. */
export const MAX_ATTEMPTS = 3;
/** A process that says nothing for so long has died. */
export const HEARTBEAT_TIMEOUT_MS = 60_000;

/** Carries out runs. */
@Injectable()
export class GitRunWorker {
  constructor(
    private readonly runs: GitRunsRepository,
    private readonly announce: AnnounceRuns,
    private readonly importFolder: ImportFolder,
    private readonly pushSpace: PushSpace,
    private readonly remote: GitRemote,
    private readonly storage: Storage,
    private readonly spaces: Spaces,
    private readonly revisions: RevisionService,
    private readonly users: Users,
    private readonly access: RunAccess,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Does the work of a run and notes how it ended. Quiet when it is done or in other hands.
   * @throws what was not foreseen, for another attempt; after the last one the run has failed.
   */
  async work(organizationId: string, runId: string): Promise<void> {
    const now = this.clock.now();
    const cutoff = new Date(now.getTime() - HEARTBEAT_TIMEOUT_MS);
    const run = await this.runs.claim(organizationId, runId, now, cutoff);
    if (!run) return;
    await this.announce.started(run);
    const progress = new ProgressWriter((state) => this.runs.progress(run, state, this.clock.now()));
    try {
      const report = await this.execute(run, progress);
      await progress.end();
      await this.announce.finish(run, { report, error: null });
    } catch (error) {
      await progress.end();
      await this.settle(run, error);
    }
  }

  private async settle(run: GitRun, error: unknown): Promise<void> {
    if (error instanceof RunTakenOver) return;
    const isExpected = [ImportFailed, ArchiveError, DomainError].some((kind) => error instanceof kind);
    if (isExpected && error instanceof Error)
      return this.announce.finish(run, { report: null, error: error.message });
    if (run.attempts < MAX_ATTEMPTS) {
      await this.runs.release(run);
      throw error;
    }
    this.logger.error('An import or export failed for good', { err: error, runId: run.id });
    const message = 'Something went wrong inside of Bindery; its log tells more.';
    await this.announce.finish(run, { report: null, error: message });
  }

  private execute(run: GitRun, progress: ProgressWriter): Promise<ImportReport> {
    progress.report('repo_fetch', 0, 1);
    return withTemporaryFolder((folder) => {
      if (run.kind === 'upload') return this.importUpload(run, progress, folder);
      const repository = repositoryOf(run);
      return run.kind === 'git-import'
        ? this.importRepository(run, repository, progress, folder)
        : this.exportRepository(run, repository, progress, folder);
    });
  }

  private async importUpload(run: GitRun, progress: ProgressWriter, folder: string): Promise<ImportReport> {
    const { organizationId, actorId: userId, spaceId } = run;
    const opened = await this.storage.open(organizationId, run.input.blob ?? '');
    if (!opened) throw new ImportFailed('The uploaded archive is gone; upload it again.');
    const warnings: ImportWarning[] = [];
    await unpack(opened.stream, folder, {
      maxFileSize: MAX_FILE_SIZE,
      onSkipped: (file) =>
        warnings.push({ file, line: 1, kind: 'too-large', message: 'The file is too large to be kept.' }),
    });
    return this.importFolder.run({ organizationId, userId }, spaceId, await openFolder(folder), {
      onProgress: (stage, done, total) => progress.report(stage, done, total),
      warnings,
      authorize: () => this.access.requireClaim(run),
    });
  }

  private async importRepository(
    run: GitRun,
    repository: Repository,
    progress: ProgressWriter,
    folder: string,
  ): Promise<ImportReport> {
    const { organizationId, actorId: userId, spaceId, input } = run;
    const { oid, message, ref, tree } = await this.remote.fetch(repository, input.ref, folder);
    const url = input.commitUrl ? `${input.commitUrl.replace(/\/+$/, '')}/${oid}` : repository.url;
    const commit: GitCommit = { oid, message, createdByGitBook: false, url, ref };
    return this.importFolder.run({ organizationId, userId }, spaceId, tree, {
      commit,
      onProgress: (stage, done, total) => progress.report(stage, done, total),
      authorize: () => this.access.requireClaim(run),
    });
  }

  private async exportRepository(
    run: GitRun,
    repository: Repository,
    progress: ProgressWriter,
    folder: string,
  ): Promise<ImportReport> {
    const { organizationId, spaceId, input } = run;
    const space = (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    if (!space || space.deletedAt !== null) throw new ImportFailed('The space was deleted.');
    const revision = await this.revisions.getRevision(organizationId, space.revisionId);
    const user = (await this.users.findUsersByIds([run.actorId])).get(run.actorId);
    const author = { name: user?.displayName ?? 'Bindery', email: user?.email ?? 'bindery@localhost' };
    const counts = await this.pushSpace.run(
      { organizationId, spaceId, snapshot: revision.snapshot },
      repository,
      {
        ref: input.ref ?? 'refs/heads/main',
        message: input.message ?? 'Export',
        force: input.force,
        author,
        timestamp: this.clock.now(),
      },
      folder,
      (done, total) => progress.report('content_process', done, total),
      () => this.access.requireClaim(run),
    );
    return { space: spaceId, revision: revision.id, ...counts, warnings: [] };
  }
}

function repositoryOf({ source, secret }: GitRun): Repository {
  if (secret === null) return { url: source };
  return { url: source, credentials: JSON.parse(secret) as NonNullable<Repository['credentials']> };
}
