import type { Actor } from '#platform/http/actor.js';
import { Forbidden } from '#platform/http/errors.js';
import type { Scope } from '#platform/http/scopes.js';

/** A request for a page that visitors see too. */
export interface VisitorRequest {
  /** Requested path below `/app/`, without its query. */
  path: string;
  /** Null for visitors who are not signed in. */
  actor: Actor | null;
  /** Named parts of the path, decoded. */
  params: Record<string, string>;
  /** Segments of the part of the path that has no name. */
  rest: string[];
  query: URLSearchParams;
}

/** A request for a page of signed-in members. */
export interface MemberRequest extends VisitorRequest {
  actor: Actor;
}

/** True if the session was started without limits, or with a token that has all these scopes. */
export function hasScopes({ scopes }: Actor, wanted: readonly Scope[]): boolean {
  return scopes === null || wanted.every((scope) => scopes.includes(scope));
}

/** @throws Forbidden for a session that was started with a token that lacks one of them. */
export function requireScopes({ scopes }: Actor, wanted: readonly Scope[]): void {
  const missing = wanted.find((scope) => scopes && !scopes.includes(scope));
  if (missing !== undefined)
    throw new Forbidden(`The token you signed in with lacks the scope "${missing}".`);
}
