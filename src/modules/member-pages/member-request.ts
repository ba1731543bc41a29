import type { Actor } from '#platform/http/actor.js';
import { Forbidden } from '#platform/http/errors.js';
import type { Scope } from '#platform/http/scopes.js';

/** A request for a page of signed-in members. */
export interface MemberRequest {
  actor: Actor;
  /** Segments below `/app`, decoded. */
  segments: string[];
  query: URLSearchParams;
}

/** @throws Forbidden for a session that was started with a token that lacks one of them. */
export function requireScopes({ scopes }: Actor, wanted: readonly Scope[]): void {
  const missing = wanted.find((scope) => scopes && !scopes.includes(scope));
  if (missing !== undefined)
    throw new Forbidden(`The token you signed in with lacks the scope "${missing}".`);
}
