import { Injectable } from '@nestjs/common';
import { type GitCommit, Revisions } from '#modules/content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { MAX_FILE_SIZE, Storage } from '#modules/storage/index.js';
import { Users } from '#modules/users/index.js';
import { ArchiveError, unpack, withTemporaryFolder } from '#platform/archive/archive.js';
import { Clock } from '#platform/clock/clock.js';
import { DomainError } from '#platform/http/errors.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { Logger } from '#platform/logging/logger.js';
import { RunWorker } from '#platform/runs/run-worker.js';
import { openFolder } from '../folder/file-tree.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { ImportFailed } from '../git.errors.js';
import { ImportFolder, type ImportReport } from '../import/import-folder.js';
import { openCommit } from '../remote/commit-tree.js';
import { GitRemote } from '../remote/git-remote.js';
import type { Repository, RemoteRepository } from '../remote/remote-repository.js';
import { SyncRuns } from '../sync/sync-runs.js';
import { PushSpace } from '../export/push-space.js';
import { AnnounceRuns } from './announce-runs.js';
import { RUN_JOB } from './git-runs.service.js';
import { type GitRun, GitRunsRepository } from './git-runs.repository.js';
import { RunProgress } from './progress.js';
import { RunAccess } from './run-access.js';

/** Carries out imports and exports of folders. */
@Injectable()
export class GitRunWorker extends RunWorker<GitRun, RunProgress> {
  constructor(
    private readonly runs: GitRunsRepository,
    private readonly announce: AnnounceRuns,
    private readonly importFolder: ImportFolder,
    private readonly pushSpace: PushSpace,
    private readonly remote: GitRemote,
    private readonly storage: Storage,
    private readonly spaces: Spaces,
    private readonly revisions: Revisions,
    private readonly users: Users,
    private readonly access: RunAccess,
    private readonly syncRuns: SyncRuns,
    private readonly jobs: Jobs,
    clock: Clock,
    logger: Logger,
  ) {
    const expected = [ImportFailed, ArchiveError, DomainError];
    super({ name: 'An import or export', keptDays: 30, expected }, runs, clock, logger);
  }

  protected begin(run: GitRun): RunProgress {
    return new RunProgress((progress) => this.runs.progress(run, progress, this.clock.now()));
  }

  protected async execute(run: GitRun, progress: RunProgress): Promise<void> {
    await this.announce.started(run);
    const report = await this.carryOut(run, progress);
    await progress.end();
    await this.announce.finish(run, { report, error: null });
  }

  protected fail(run: GitRun, error: string): Promise<void> {
    return this.announce.finish(run, { report: null, error });
  }

  protected async enqueue({ organizationId, id: runId }: GitRun): Promise<void> {
    await this.jobs.enqueue(RUN_JOB, { organizationId, runId }, { singletonKey: `${RUN_JOB}:${runId}` });
  }

  private carryOut(run: GitRun, progress: RunProgress): Promise<ImportReport> {
    progress.report('repo_fetch', 0, 1);
    if (run.kind === 'git-sync') {
      return this.syncRuns.carryOut(run, {
        onProgress: (stage, done, total) => progress.report(stage, done, total),
        authorize: () => this.access.requireClaim(run),
        signal: progress.signal,
      });
    }
    if (run.kind === 'upload')
      return withTemporaryFolder((folder) => this.importUpload(run, progress, folder));
    const repository = repositoryOf(run);
    return this.remote.open(repository, {}, (opened) =>
      run.kind === 'git-import'
        ? this.importRepository(run, repository, opened, progress)
        : this.exportRepository(run, repository, opened, progress),
    );
  }

  private async importUpload(run: GitRun, progress: RunProgress, folder: string): Promise<ImportReport> {
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
    opened: RemoteRepository,
    progress: RunProgress,
  ): Promise<ImportReport> {
    const { organizationId, actorId: userId, spaceId, input } = run;
    const fetched = await opened.fetchCommit(input.ref);
    const { oid, message, ref } = fetched;
    const url = input.commitUrl ? `${input.commitUrl.replace(/\/+$/, '')}/${oid}` : repository.url;
    const commit: GitCommit = { oid, message, createdByGitBook: false, url, ref: ref ?? oid };
    const { tree, warnings } = await openCommit(opened, fetched);
    return this.importFolder.run({ organizationId, userId }, spaceId, tree, {
      commit,
      warnings,
      onProgress: (stage, done, total) => progress.report(stage, done, total),
      authorize: () => this.access.requireClaim(run),
    });
  }

  private async exportRepository(
    run: GitRun,
    repository: Repository,
    opened: RemoteRepository,
    progress: RunProgress,
  ): Promise<ImportReport> {
    const { organizationId, spaceId, input } = run;
    const space = (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    if (!space || space.deletedAt !== null) throw new ImportFailed('The space was deleted.');
    const revision = await this.revisions.getRevision(organizationId, space.revisionId);
    const user = (await this.users.findUsersByIds([run.actorId])).get(run.actorId);
    const author = { name: user?.displayName ?? 'Bindery', email: user?.email ?? 'bindery@localhost' };
    const counts = await this.pushSpace.run(
      { organizationId, spaceId, snapshot: revision.snapshot },
      { repository, opened },
      {
        ref: input.ref ?? 'refs/heads/main',
        message: input.message ?? 'Export',
        force: input.force ?? false,
        author: { ...author, timestamp: this.clock.now() },
      },
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
