import { Injectable } from '@nestjs/common';
import type { NewSiteEvent } from './site-events.repository.js';

/** Something a reader did, with what their browser says of itself. */
export type ReaderEvent = Readonly<NewSiteEvent> & { userAgent: string };

/** Is told in the transaction that stores the events, which are all of one site. */
export type ReaderEventListener = (events: readonly ReaderEvent[]) => Promise<void>;

/** For modules that react to what readers do. A job for each page view would cost more than the view. */
@Injectable()
export class ReaderEventHooks {
  private readonly listeners: ReaderEventListener[] = [];

  register(listener: ReaderEventListener): void {
    this.listeners.push(listener);
  }

  async notify(events: readonly ReaderEvent[]): Promise<void> {
    for (const listener of this.listeners) await listener(events);
  }
}
