import { SetMetadata } from '@nestjs/common';
import { JOB_HANDLER } from '../jobs/on-job.js';
import { type EventMap, SUBSCRIBER_SEPARATOR } from './events.js';

/**
 * The method reacts to each of the events, `(payload) => Promise`, after it was committed, at least once.
 * @param subscriber a short stable name of the reaction, unique for the event.
 */
export function OnEvent(events: keyof EventMap | (keyof EventMap)[], subscriber: string): MethodDecorator {
  const names: string[] = [events].flat();
  return SetMetadata(
    JOB_HANDLER,
    names.map((event) => ({ name: event + SUBSCRIBER_SEPARATOR + subscriber })),
  );
}
