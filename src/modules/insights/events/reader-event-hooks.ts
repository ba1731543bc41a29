import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';
import type { NewSiteEvent } from './site-events.repository.js';

/** Something a reader did, with what their browser says of itself. */
export type ReaderEvent = Readonly<NewSiteEvent> & { userAgent: string };

/**
 * Functions of modules that react to what readers do, in the transaction that stores the events, which are all of one
 * site. A job for each page view would cost more than the view.
 */
@Injectable()
export class ReaderEventHooks extends Hook<[events: readonly ReaderEvent[]]> {}
