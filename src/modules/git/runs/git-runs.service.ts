import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import type { SpaceView } from '#modules/spaces/index.js';
import { BlobReferences } from '#modules/storage/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { Jobs } from '#platform/jobs/jobs.js';
import type { Repository } from '../remote/remote-repository.js';
import type { RunInput, GitRunKind } from './git-run.entity.js';
import { type GitRun, GitRunsRepository } from './git-runs.repository.js';

export const RUN_JOB = 'git.run';
/** Of an organization, waiting or running; a push to a repository may bring every space that lies there. */
const MAX_OPEN_RUNS = 50;

const AUDIT_ACTION = {
  upload: 'space.imported',
  'git-import': 'space.git.imported',
  'git-export': 'space.git.exported',
} as const satisfies Record<Exclude<GitRunKind, 'git-sync'>, string>;

/** Imports and exports that go on in the background: starting them, and telling how they go. */
@Injectable()
export class GitRuns implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly runs: GitRunsRepository,
    private readonly blobs: BlobReferences,
    private readonly audit: AuditLog,
  ) {}

  onModuleInit(): void {
    this.blobs.register((organizationId, blobs) => this.runs.findNeededBlobs(organizationId, blobs));
  }

  /** Notes a run and hands it to a worker. Whether the actor may was decided before. @throws Conflict for too many at once. */
  async start(
    actor: Actor,
    { space }: SpaceView,
    kind: Exclude<GitRunKind, 'git-sync'>,
    input: RunInput,
    repository?: Repository,
  ): Promise<GitRun> {
    const { organizationId } = space;
    const run = this.build({
      ...{ organizationId, spaceId: space.id, actorId: actor.userId, kind, input },
      source: repository?.url ?? 'upload',
      secret: repository?.credentials ? JSON.stringify(repository.credentials) : null,
    });
    await this.db.transaction(async () => {
      if ((await this.runs.countOpen(organizationId)) >= MAX_OPEN_RUNS)
        throw new Conflict(
          `${MAX_OPEN_RUNS} imports and exports are waiting or running already; wait for one to end.`,
        );
      await this.runs.insert(run);
      await this.jobs.enqueue(RUN_JOB, { organizationId, runId: run.id });
      await this.audit.record({
        organizationId,
        action: AUDIT_ACTION[kind],
        target: { type: 'space', id: space.id, label: space.title },
        after: { repository: repository && withoutQuery(repository.url), ref: input.ref },
      });
    });
    return run;
  }

  /**
   * Inside a transaction that holds the connection: notes a run of it, unless one waits already.
   * @param connection `actorId` is the user with whose rights it works.
   */
  async startSync(connection: {
    organizationId: string;
    spaceId: string;
    actorId: string;
    url: string;
  }): Promise<GitRun> {
    const { organizationId, spaceId, actorId, url: source } = connection;
    const waiting = await this.runs.findWaiting(organizationId, spaceId, 'git-sync');
    if (waiting) return waiting;
    const place = { organizationId, spaceId, actorId, source };
    const run = this.build({ ...place, kind: 'git-sync', input: {}, secret: null });
    await this.runs.insert(run);
    await this.jobs.enqueue(RUN_JOB, { organizationId, runId: run.id });
    return run;
  }

  private build(
    given: Pick<GitRun, 'organizationId' | 'spaceId' | 'actorId' | 'kind' | 'source' | 'input' | 'secret'>,
  ): GitRun {
    const now = this.clock.now();
    return {
      ...given,
      ...{ id: newId(), state: 'running', stage: 'repo_fetch', done: 0, total: 0, attempts: 0 },
      ...{ claimedAt: null, error: null, report: null, createdAt: now, updatedAt: now, completedAt: null },
    };
  }

  /** @throws NotFound */
  async get({ space }: SpaceView, runId: string): Promise<GitRun> {
    const run = await this.runs.find(space.organizationId, space.id, runId);
    if (!run) throw new NotFound('import');
    return run;
  }

  /** The latest runs, newest first. @param kinds of these kinds alone; all when null. */
  listOfSpace(
    { space }: SpaceView,
    limit: number,
    kinds: readonly GitRunKind[] | null = null,
  ): Promise<GitRun[]> {
    return this.runs.listOfSpace(space.organizationId, space.id, limit, kinds);
  }

  /** The newest run with a repository, or null. */
  findNewestOfGit({ space }: SpaceView): Promise<GitRun | null> {
    return this.runs.findNewestOfGit(space.organizationId, space.id);
  }
}

/** Some hosts take a token there. */
function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
