import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Unauthorized } from './errors.js';
import type { Scope } from './scopes.js';

/** Roles, weakest first; the order is the rule for "at least". */
export const ROLES = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Somebody who reads a site through the API, and what that site shows them at this moment: it is read from the database
 * with every request, so what was closed is closed at once.
 */
export interface SiteReader {
  organizationId: string;
  siteId: string;
  /** Claims with which conditions are evaluated. */
  claims: Record<string, unknown>;
  /** Equal for readers who see the same; part of every key that what they see is kept under. */
  key: string;
  /** The secret of the share link they came by. */
  shareKey?: string;
  /** The spaces that the site shows them, with their addresses. */
  spaces: ReadonlyMap<string, { url: string }>;
  /** Revisions that a space showed at this time or later may still be read: renderers keep what they know for a while. */
  since: Date;
  /** Content of one space that is not published yet but may be read. */
  preview?: { spaceId: string; changeRequestId?: string; revisionId?: string };
  /** True when the site serves text to AI tools too. */
  servesAgents: boolean;
  /** The member who looks at it with the token. Without `preview` they may read all drafts and revisions that they see as a member. */
  member?: Actor;
  /** Address that those of the site begin with, where it is another than that of readers. */
  siteUrl?: string;
}

/**
 * `token`: a token that was made by hand; `mail`: a link sent to their address; `saml`: single sign-on; `password` and `passkey`: theirs;
 * `link`: a link that whoever looks after the account handed over.
 */
export const PROOFS = ['token', 'mail', 'saml', 'password', 'passkey', 'link'] as const;
export type Proof = (typeof PROOFS)[number];

/** The caller of a request, with the facts every permission decision starts from. The guard loads it in one statement. */
export interface Actor {
  /**
   * `site`: a reader of a site, known by a content token. They are no user and belong nowhere, so that every permission is
   * denied to them; what they may read says `reader`. `integration`: an integration as such, wherever it is installed, which
   * belongs nowhere either; an installation of it acts as a user.
   */
  kind: 'user' | 'site' | 'integration';
  /** Empty for readers of sites, and for integrations as such. */
  userId: string;
  tokenId: string;
  /** Scopes of the token; null means everything its user may do. */
  scopes: Scope[] | null;
  /** The proof of identity that the holder of the token gave, or of the token from which it was made. */
  proof: Proof;
  /** Proof of identity of the holder of the token, or of the token it was made from. */
  ssoOrganizationId: string | null;
  /** Organization id to role; null is a guest. Disabled memberships are absent. */
  memberships: ReadonlyMap<string, Role | null>;
  /** Ids of the teams the user is in, over all organizations. */
  teamIds: readonly string[];
  /** Set exactly for actors of kind `site`. */
  reader?: SiteReader;
  /** Set for integrations as such, and for their installations. */
  integrationId?: string;
  /** Set for users that installations of integrations act as. */
  installationId?: string;
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
