import { Injectable } from '@nestjs/common';
import { Revisions } from '#modules/content/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import { type EnqueueOptions, Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { SpacesRepository } from './spaces.repository.js';

export const SETTLE_CONTENT = 'spaces.settle-content';
/** Nobody has saved for as long when content counts as settled. */
const QUIET_SECONDS = 120;

/** One job for each space waits. */
export const settlingOf = (spaceId: string, seconds = QUIET_SECONDS): EnqueueOptions => ({
  singletonKey: spaceId,
  startAfterSeconds: seconds,
});

/** Tells of a run of autosaves once, when it has paused, what is told of other revisions at once. */
@Injectable()
export class SettledContentJobs {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly spaces: SpacesRepository,
    private readonly revisions: Revisions,
  ) {}

  /** Content that somebody else has changed since was told of already. */
  @OnJob(SETTLE_CONTENT)
  async settle({ organizationId, spaceId }: { organizationId: string; spaceId: string }): Promise<void> {
    await this.db.transaction(async () => {
      const space = await this.spaces.lock(organizationId, spaceId);
      if (!space) return;
      const head = await this.revisions.getRevision(organizationId, space.revisionId);
      if (!head.run) return;
      const quiet = Math.floor((this.clock.now().getTime() - head.createdAt.getTime()) / 1000);
      if (quiet < QUIET_SECONDS) {
        await this.jobs.enqueue(
          SETTLE_CONTENT,
          { organizationId, spaceId },
          settlingOf(spaceId, QUIET_SECONDS - quiet),
        );
      } else {
        await this.events.publish('space.content-updated', { organizationId, spaceId, revisionId: head.id });
      }
    });
  }
}
