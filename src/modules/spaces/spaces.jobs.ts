import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Projection } from '#modules/content/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { EventMap } from '#platform/events/events.js';
import { OnEvent } from '#platform/events/on-event.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { Logger } from '#platform/logging/logger.js';
import { PurgeSpace } from './purge-space.js';
import { SpaceEndingsRepository } from './space-endings.repository.js';
import { RETENTION_MS } from './space.values.js';
import { SpacesRepository } from './spaces.repository.js';
import { PROJECT_SPACE } from './spaces.service.js';

export const PURGE_SPACES = 'spaces.purge';
const BATCH = 50;

/** Purges deleted spaces once their time to be restored is over, and builds projections. */
@Injectable()
export class SpacesJobs implements OnApplicationBootstrap {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
    private readonly spaces: SpacesRepository,
    private readonly endings: SpaceEndingsRepository,
    private readonly projection: Projection,
    private readonly purging: PurgeSpace,
  ) {}

  /** A process that is down at the full hour must not delay the purge. */
  async onApplicationBootstrap(): Promise<void> {
    await this.schedule();
  }

  @Scheduled('0 * * * *')
  async schedule(): Promise<void> {
    await this.jobs.enqueue(PURGE_SPACES, {}, onceAt(this.clock.now()));
  }

  /** Purges one batch, each space in a separate transaction; a full batch enqueues the next. */
  @OnJob(PURGE_SPACES)
  async purge(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - RETENTION_MS);
    const found = await this.endings.listPurgeable(before, BATCH);
    let purged = 0;
    const errors: unknown[] = [];
    for (const { organizationId, id } of found) {
      try {
        if (await this.purging.expired(organizationId, id, before)) purged++;
      } catch (error) {
        // One space that cannot be purged must not block all others.
        this.logger.error('A deleted space could not be removed', { space: id, err: error });
        errors.push(error);
      }
    }
    if (purged > 0) this.logger.info('Removed spaces that were deleted', { count: purged });
    if (found.length === BATCH && purged > 0) await this.jobs.enqueue(PURGE_SPACES, {});
    else if (errors.length > 0) throw errors[0];
  }

  /** Brings the projection up to the space's revision; for spaces that were created without a projection. */
  @OnJob(PROJECT_SPACE, { atOnce: 2, atOnceEach: 1 })
  async project({ organizationId, spaceId }: { organizationId: string; spaceId: string }): Promise<void> {
    await this.db.transaction(async () => {
      const space = await this.spaces.lock(organizationId, spaceId);
      if (!space) return;
      if (await this.projection.isCurrent(organizationId, spaceId, space.snapshot)) return;
      await this.projection.rebuild(organizationId, spaceId, space.snapshot);
    });
  }

  /** A projection job enqueued before the transfer would look for the space in its former organization. */
  @OnEvent('space.transferred', 'projection')
  async transferred({ organizationId, spaceId }: EventMap['space.transferred']): Promise<void> {
    await this.project({ organizationId, spaceId });
  }
}
