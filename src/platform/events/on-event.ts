import { OnJob } from '../jobs/on-job.js';
import { type EventMap, SUBSCRIBER_SEPARATOR } from './events.js';

/**
 * The method reacts to the event, `(payload) => Promise`, after it was committed, at least once.
 * @param subscriber a short stable name of the reaction, unique for the event.
 */
export function OnEvent(event: keyof EventMap, subscriber: string): MethodDecorator {
  return OnJob(event + SUBSCRIBER_SEPARATOR + subscriber);
}
