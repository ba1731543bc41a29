import type { Actor } from '#platform/http/actor.js';

/** A request for a page of signed-in members. */
export interface MemberRequest {
  actor: Actor;
  /** Segments below `/app`, decoded. */
  segments: string[];
  query: URLSearchParams;
}
