import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { Logger } from '#platform/logging/logger.js';
import type { BlobBackend } from './blob-backend.js';
import { blobKey } from './blob-key.js';
import { BlobReferences } from './blob-references.js';
import { BlobsRepository } from './blobs.repository.js';
import { FolderBackend } from './folder-backend.js';
import { BLOB_BACKEND } from './storage.js';
import { REMOVALS_LOCK } from './stored-files.js';

/** Bytes nobody refers to stay this long: the transaction that will refer to them may not have committed yet. */
const GRACE_MS = 24 * 3_600_000;
const BATCH = 500;
const MAX_BATCHES = 20;

/** Removes blobs that nothing refers to any more. */
@Injectable()
export class StorageJobs {
  constructor(
    @Inject(BLOB_BACKEND) private readonly backend: BlobBackend,
    private readonly db: Database,
    private readonly blobs: BlobsRepository,
    private readonly references: BlobReferences,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  @Scheduled('23 * * * *')
  async schedule(): Promise<void> {
    await this.jobs.enqueue('storage.collect-blobs', {}, onceAt(this.clock.now()));
  }

  /** Nothing is removed while everything is copied, as the copy may be of a state that refers to it; the next tick comes. */
  @OnJob('storage.collect-blobs')
  async collect(): Promise<void> {
    if (!this.references.isComplete) return;
    const session = await this.db.session();
    try {
      const { rows } = await session.client.query<{ isMine: boolean }>(
        'select pg_try_advisory_lock($1) as "isMine"',
        [REMOVALS_LOCK],
      );
      if (rows[0]?.isMine) await this.collectAll(session.lost);
    } finally {
      await session.close();
    }
  }

  /** A bounded number of batches; the next tick goes on where this one ended. Without the lock, somebody may copy everything by now. */
  private async collectAll(lost: AbortSignal): Promise<void> {
    const now = this.clock.now();
    let removed = 0;
    for (let run = 0, more = true; more && run < MAX_BATCHES && !lost.aborted; run++) {
      const batch = await this.collectBatch(now);
      removed += batch.removed;
      more = batch.seen === BATCH;
    }
    if (this.backend instanceof FolderBackend) await this.backend.sweep(now);
    if (removed > 0) this.logger.info('Removed files that nothing refers to', { count: removed });
  }

  private async collectBatch(now: Date): Promise<{ seen: number; removed: number }> {
    const before = new Date(now.getTime() - GRACE_MS);
    const candidates = await this.blobs.findCandidates(before, BATCH);
    let removed = 0;
    for (const organizationId of new Set(candidates.map((candidate) => candidate.organizationId))) {
      const own = candidates.filter((candidate) => candidate.organizationId === organizationId);
      removed += await this.collectOf(
        organizationId,
        own.map((key) => key.blob),
        before,
        now,
      );
    }
    return { seen: candidates.length, removed };
  }

  private async collectOf(organizationId: string, blobs: string[], before: Date, now: Date): Promise<number> {
    const referenced = await this.references.findReferenced(organizationId, blobs);
    await this.blobs.markChecked(organizationId, [...referenced], now);
    let removed = 0;
    for (const blob of blobs) {
      const key = { organizationId, blob };
      if (referenced.has(blob) || !(await this.blobs.claimRemoval(key, before, now))) continue;
      await this.backend.delete(blobKey(organizationId, blob));
      await this.blobs.finishRemoval(key);
      removed++;
    }
    return removed;
  }
}
