import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { newId } from '#platform/ids/ids.js';
import { runWithContext } from '#platform/logging/context.js';
import { Logger } from '#platform/logging/logger.js';
import { DeliverEvent, type KnownDestinations } from './deliver-event.js';
import { IntegrationEventsRepository } from './integration-events.repository.js';
import { KeyedSemaphore } from './keyed-semaphore.js';

/** Lease of a process on a queue; longer than any event takes. */
const HELD_MS = 30_000;
const BATCH = 20;
/** After so long the others have their turn, and the queue is held anew. */
const MAX_TURN_MS = 5_000;
/** Events of one integration that are delivered at once, each of another installation. */
const AT_ONCE = 8;
/** Later ones are found by the look after what was left. */
const MAX_TIMER_MS = 60_000;
const SHUTDOWN_MS = 5_000;

/**
 * Delivers queues of events, each by one process and one event after the other, all of them beside each other: a script that
 * hangs holds up nobody else. The queue is in the database; what a killed process had is free again half a minute later,
 * and `IntegrationEventJobs` looks after it.
 */
@Injectable()
export class Deliveries implements BeforeApplicationShutdown {
  /** Names this process. */
  private readonly holder = newId();
  /** Queues that are worked at, and whether somebody asked for them again meanwhile. */
  private readonly asked = new Map<string, boolean>();
  private readonly working = new Set<Promise<void>>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly semaphore = new KeyedSemaphore(AT_ONCE);
  private isStopping = false;

  constructor(
    private readonly events: IntegrationEventsRepository,
    private readonly delivery: DeliverEvent,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Says that there may be something in the queue. */
  wake(queue: string): void {
    if (this.isStopping) return;
    const isWorkedAt = this.asked.has(queue);
    this.asked.set(queue, isWorkedAt);
    if (isWorkedAt) return;
    clearTimeout(this.timers.get(queue));
    this.timers.delete(queue);
    const work = runWithContext({ jobId: newId() }, () => this.work(queue))
      .catch((error: unknown) =>
        this.logger.warn('Events of an integration wait for the next look', { err: error }),
      )
      .finally(() => this.end(queue, work));
    this.working.add(work);
  }

  /** Ends what is under way; the rest is for the next process. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    const late = new Promise((resolve) => setTimeout(resolve, SHUTDOWN_MS).unref());
    await Promise.race([Promise.all(this.working), late]);
  }

  private end(queue: string, work: Promise<void>): void {
    const isAskedAgain = this.asked.get(queue) === true;
    this.asked.delete(queue);
    this.working.delete(work);
    if (isAskedAgain) this.wake(queue);
  }

  private async work(queue: string): Promise<void> {
    for (;;) {
      this.asked.set(queue, false);
      // Another process may have added an event just before the lease ended, so the queue is read again after that.
      const now = this.clock.now();
      const [next] = this.isStopping ? [] : await this.events.findNext(queue, now, 1);
      if (!next) return this.wakeLater(queue, now);
      if (!(await this.hold(queue))) return;
      try {
        await this.deliverAll(queue, next.integrationId);
      } finally {
        await this.events.letGo(queue, this.holder);
      }
    }
  }

  /** Until nothing is left, or the queue is for others. Other queues of the integration get their turns in between. */
  private async deliverAll(queue: string, integrationId: string): Promise<void> {
    let isDone = false;
    while (!isDone) isDone = await this.semaphore.run(integrationId, () => this.deliverSome(queue));
  }

  /**
   * Delivers a few events. What came of one is written while the next one is under way, in their order: after a crash the last
   * ones come again, in their order too.
   * @returns whether there is no more to do here.
   */
  private async deliverSome(queue: string): Promise<boolean> {
    if (this.isStopping || !(await this.hold(queue))) return true;
    const heldAt = performance.now();
    const events = await this.events.findNext(queue, this.clock.now(), BATCH);
    const known: KnownDestinations = new Map();
    let written = Promise.resolve(true);
    for (const event of events) {
      if (this.isStopping || performance.now() - heldAt > MAX_TURN_MS) break;
      const outcome = await this.delivery.deliver(event, known);
      if (!(await written)) return true;
      // Scripts end with the server; that does not count as their failure.
      if (this.isStopping && outcome.state !== 'success') break;
      written = this.events.finish(event, this.holder, outcome);
      // It is waited for a little later.
      written.catch(() => undefined);
      // It stands before those after it, unless it is over.
      if (outcome.state === 'failed') break;
    }
    return !(await written) || events.length === 0;
  }

  private hold(queue: string): Promise<boolean> {
    const now = this.clock.now();
    return this.events.hold(queue, this.holder, now, new Date(now.getTime() + HELD_MS));
  }

  /** The next attempt need not wait for somebody to look. */
  private async wakeLater(queue: string, now: Date): Promise<void> {
    const due = this.isStopping ? null : await this.events.nextDue(queue, now);
    const pause = due === null ? Infinity : due.getTime() - this.clock.now().getTime();
    if (pause > MAX_TIMER_MS) return;
    clearTimeout(this.timers.get(queue));
    const timer = setTimeout(() => this.wake(queue), Math.max(pause, 0) + 1).unref();
    this.timers.set(queue, timer);
  }
}
