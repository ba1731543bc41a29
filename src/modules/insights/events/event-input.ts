import { readAs } from '#platform/http/read-as.js';
import { AnyEvent, EVENTS, type EventType, TypedEvent } from './event.dto.js';

/** An event as a renderer or our pages report it, checked. */
export type EventInput = Pick<AnyEvent, 'timestamp' | 'session' | 'location'> & {
  type: EventType;
  /** The facts that only events of its type have. */
  details: Record<string, unknown>;
};

/** @throws BadRequest naming the member and what it must be; UnknownEvent where it is a word that we do not know. */
export function readEvent(event: object, at: string): EventInput {
  const { type } = readAs(TypedEvent, event, at);
  const read: AnyEvent & { feedback?: object; link?: object; rating?: number } = readAs(
    EVENTS[type],
    event,
    at,
  );
  const { timestamp, session, location, feedback, link, rating, ...details } = read;
  const answerRating = rating === undefined ? {} : { answerRating: rating };
  return {
    type,
    timestamp,
    session,
    location,
    details: { ...details, ...feedback, ...link, ...answerRating },
  };
}
