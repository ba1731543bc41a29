import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Jobs } from '../jobs/jobs.js';

/**
 * Every domain event and its payload: ids and primitives only. Modules add theirs by declaration merging:
 * `declare module '#platform/events/events.js' { interface EventMap { 'space.deleted': { … } } }`.
 */
// Empty here on purpose: the platform knows no events.
export interface EventMap {}

/** Between event and subscriber in a job's name; queue names allow letters, digits, dots, hyphens and underscores. */
export const SUBSCRIBER_SEPARATOR = '--';

/** Publishes domain events. The queue is the outbox: one job per subscriber, sent in the publisher's transaction. */
@Injectable()
export class Events implements OnApplicationBootstrap {
  private subscribers = new Map<string, string[]>();

  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
  ) {}

  /** @throws Error outside of a transaction: an event must not outlive a rollback, nor a commit lose its event. */
  async publish<K extends keyof EventMap>(name: K, payload: EventMap[K] & object): Promise<void> {
    if (!this.db.inTransaction) throw new Error(`The event ${name} was published outside of a transaction.`);
    await this.jobs.enqueueEach(this.subscribersOf(name), payload);
  }

  onApplicationBootstrap(): void {
    this.subscribers.clear();
  }

  private subscribersOf(event: string): string[] {
    let jobs = this.subscribers.get(event);
    if (!jobs) {
      jobs = this.jobs.names.filter((name) => name.startsWith(event + SUBSCRIBER_SEPARATOR));
      this.subscribers.set(event, jobs);
    }
    return jobs;
  }
}
