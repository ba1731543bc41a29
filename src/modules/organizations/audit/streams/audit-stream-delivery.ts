import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type AuditEvent,
  AuditHooks,
  type AuditStream,
  AuditStreamsRepository,
  AuditTrail,
  type StreamKey,
  type WaitingEntry,
} from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Urls } from '#platform/http/urls.js';
import { newId } from '#platform/ids/ids.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { onceAt, Scheduled } from '#platform/jobs/scheduled.js';
import { Logger } from '#platform/logging/logger.js';
import { presentAuditEventDetails } from '../audit-event.presenter.js';
import { AuditStreamSender } from './audit-stream-sender.js';

const DELIVER = 'audit-streams.deliver';
const LOOK_AFTER = 'audit-streams.look-after';
/** Time for which a run has a stream without saying so again: longer than any batch takes. */
const HELD_MS = 60_000;
/** Entries that follow each other closely are delivered together. */
const SOON_MS = 50;
const MAX_BATCH = 100;
const MAX_BATCH_CHARACTERS = 1_000_000;
/** After so long other streams have their turn. */
const MAX_TURN_MS = 60_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 3_600_000;
/** Part of a pause that is left to chance, so that not all come back at once. */
const JITTER = 0.1;
const MAX_DUE = 1000;

interface Task {
  organizationId: string;
  streamId: string;
}

/**
 * Delivers the entries of audit logs to their streams, each stream by one run at a time, first entry first. What waits is in the database:
 * a run that is killed leaves the entries that it did not see arrive, and the next one begins with them.
 */
@Injectable()
export class AuditStreamDelivery implements OnModuleInit, BeforeApplicationShutdown {
  private isStopping = false;
  private readonly soon = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly db: Database,
    private readonly logger: Logger,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly urls: Urls,
    private readonly hooks: AuditHooks,
    private readonly trail: AuditTrail,
    private readonly streams: AuditStreamsRepository,
    private readonly sender: AuditStreamSender,
  ) {}

  onModuleInit(): void {
    this.hooks.streamed.register((organizationId, streamIds) => {
      // A job in the transaction of each entry would make all transactions of an organization wait for each other. Where the process ends
      // before the job is sent, the look of the next minute finds the entries.
      this.db.afterCommit(() => streamIds.forEach((id) => this.wakeSoon({ organizationId, id })));
    });
  }

  beforeApplicationShutdown(): void {
    this.isStopping = true;
    for (const timer of this.soon.values()) clearTimeout(timer);
  }

  /** Says that there may be something to deliver. */
  wake({ organizationId, id }: StreamKey): Promise<void> {
    const task: Task = { organizationId, streamId: id };
    return this.jobs.enqueue(DELIVER, task, { singletonKey: id });
  }

  /** A transaction with many entries, and those that end at the same time, need one job. */
  private wakeSoon(key: StreamKey): void {
    if (this.soon.has(key.id)) return;
    const timer = setTimeout(() => {
      this.soon.delete(key.id);
      this.wake(key).catch((error: unknown) =>
        this.logger.warn('A stream of an audit log waits for the next look', { err: error }),
      );
    }, SOON_MS);
    this.soon.set(key.id, timer.unref());
  }

  @Scheduled('* * * * *')
  async enqueueLook(): Promise<void> {
    await this.jobs.enqueue(LOOK_AFTER, {}, onceAt(this.clock.now()));
  }

  /** Wakes the streams that a killed process had, and those whose pause is over. */
  @OnJob(LOOK_AFTER)
  async lookAfter(): Promise<void> {
    for (const stream of await this.streams.listDue(this.clock.now(), MAX_DUE)) await this.wake(stream);
  }

  @OnJob(DELIVER, { atOnce: 8, atOnceEach: 4 })
  async deliver({ organizationId, streamId }: Task): Promise<void> {
    const key: StreamKey = { organizationId, id: streamId };
    const holder = newId();
    const began = performance.now();
    // An entry may come just before the stream is let go, and its own run finds the stream taken: so it is looked again after that.
    while ((await this.streams.listWaiting(key, 1)).length > 0) {
      if (this.isStopping || !(await this.hold(key, holder))) return;
      const isOver = () => this.isStopping || performance.now() - began > MAX_TURN_MS;
      try {
        while (!isOver() && (await this.deliverBatch(key, holder)));
      } finally {
        await this.streams.letGo(key, holder);
      }
      if (isOver()) return this.wake(key);
    }
  }

  /** @returns whether there may be more to deliver. */
  private async deliverBatch(key: StreamKey, holder: string): Promise<boolean> {
    const stream = await this.hold(key, holder);
    if (!stream) return false;
    const waiting = await this.streams.listWaiting(key, MAX_BATCH);
    if (waiting.length === 0) return false;
    const { entries, items } = await this.batchOf(key, waiting);
    // The retention of the log may have taken all of them.
    const failure = items.length === 0 ? null : (await this.sender.send(stream, items)).failure;
    if (failure !== null) {
      await this.pause(stream, holder, failure);
      return false;
    }
    await this.streams.finish(key, entries, this.clock.now());
    return true;
  }

  /** The first entries, as JSON each: as many as a body may hold, and at least one. */
  private async batchOf(
    { organizationId }: StreamKey,
    waiting: readonly WaitingEntry[],
  ): Promise<{ entries: WaitingEntry[]; items: string[] }> {
    const found = await this.trail.findAll(
      organizationId,
      waiting.map(({ eventId }) => eventId),
    );
    const byId = new Map<string, AuditEvent>(found.map((event) => [event.id, event]));
    const entries: WaitingEntry[] = [];
    const items: string[] = [];
    let characters = 0;
    for (const entry of waiting) {
      const event = byId.get(entry.eventId);
      const item = event && JSON.stringify(presentAuditEventDetails(event, this.urls));
      if (item !== undefined) {
        characters += item.length;
        if (items.length > 0 && characters > MAX_BATCH_CHARACTERS) break;
        items.push(item);
      }
      entries.push(entry);
    }
    return { entries, items };
  }

  /** Pauses grow from a second to an hour. */
  private async pause(stream: AuditStream, holder: string, reason: string): Promise<void> {
    const at = this.clock.now();
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(stream.failures, 30), LONGEST_PAUSE_MS);
    const pause = Math.round(longest * (1 + Math.random() * JITTER));
    const nextAt = new Date(at.getTime() + pause);
    await this.streams.fail(stream, holder, { reason, at, nextAt });
    const task: Task = { organizationId: stream.organizationId, streamId: stream.id };
    const options = { singletonKey: `${stream.id} later`, startAfterSeconds: Math.ceil(pause / 1000) };
    await this.jobs.enqueue(DELIVER, task, options);
  }

  private hold(key: StreamKey, holder: string): Promise<AuditStream | null> {
    const now = this.clock.now();
    return this.streams.hold(key, holder, now, new Date(now.getTime() + HELD_MS));
  }
}
