import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { BlobReferences } from '#modules/storage/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { Logger } from '#platform/logging/logger.js';
import { DerivedDocuments } from './derived/derived.service.js';
import { GarbageCollector } from './garbage/garbage.service.js';
import { ObjectsRepository } from './objects/objects.repository.js';

const BATCH = 5000;
/** Batches of one organization in one run; the rest follows the next day. */
const MAX_BATCHES = 20;

/** Housekeeping of the content store. */
@Injectable()
export class ContentJobs implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly garbage: GarbageCollector,
    private readonly derived: DerivedDocuments,
    private readonly objects: ObjectsRepository,
    private readonly blobs: BlobReferences,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.blobs.register((organizationId, blobs) => this.objects.findReferencedBlobs(organizationId, blobs));
  }

  /** A newer version of the code starts to compute the derived values again at once, not at the next full hour. */
  async onApplicationBootstrap(): Promise<void> {
    await this.scheduleRecompute();
  }

  @Scheduled('41 * * * *')
  async schedule(): Promise<void> {
    const now = this.clock.now();
    await this.jobs.enqueue('content.collect-garbage', { hour: now.getUTCHours() }, onceAt(now));
    await this.scheduleRecompute();
  }

  private async scheduleRecompute(): Promise<void> {
    await this.jobs.enqueue('content.recompute', {}, onceAt(this.clock.now()));
  }

  /** Finding garbage reads all of an organization's objects, so each organization has one hour of the day for it. */
  @OnJob('content.collect-garbage')
  async collectGarbage({ hour }: { hour: number }): Promise<void> {
    for (const organizationId of await this.garbage.listOrganizations()) {
      if (hourOf(organizationId) === hour) await this.collectOf(organizationId);
    }
  }

  /** Recomputes derived values of an older version of the code, one batch at a time. */
  @OnJob('content.recompute')
  async recompute(): Promise<void> {
    let count = 0;
    for (let more = true; more;) {
      const found = await this.derived.recompute({ batch: 200 });
      count += found;
      more = found > 0 && count < BATCH;
    }
    if (count > 0) this.logger.info('Computed text, outlines and references of documents anew', { count });
    if (count >= BATCH) await this.jobs.enqueue('content.recompute', {});
  }

  private async collectOf(organizationId: string): Promise<void> {
    let [objects, revisions] = [0, 0];
    for (let run = 0, more = true; more && run < MAX_BATCHES; run++) {
      const collected = await this.garbage.collectGarbage(organizationId, { batch: BATCH });
      objects += collected.objects;
      revisions += collected.revisions;
      more = collected.hasMore;
    }
    if (objects + revisions > 0)
      this.logger.info('Removed content that nothing shows', { objects, revisions });
  }
}

function hourOf(organizationId: string): number {
  return createHash('sha256').update(organizationId).digest().readUInt32BE() % 24;
}
