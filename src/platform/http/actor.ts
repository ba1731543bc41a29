import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Unauthorized } from './errors.js';
import type { Scope } from './scopes.js';

/** Roles, weakest first; the order is the rule for "at least". */
export const ROLES = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Who makes the request, with the facts every permission decision starts from. Loaded by the guard in one statement.
 */
export interface Actor {
  kind: 'user';
  userId: string;
  tokenId: string;
  /** Scopes of the token; null means everything its user may do. */
  scopes: Scope[] | null;
  /** Organization id to role; null is a guest. Disabled memberships are absent. */
  memberships: ReadonlyMap<string, Role | null>;
  /** Ids of the teams the user is in, over all organizations. */
  teamIds: readonly string[];
}

export interface AuthenticatedRequest extends Request {
  actor?: Actor;
}

/** The actor the guard found; only on routes that are not public. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!actor) throw new Unauthorized();
  return actor;
});
