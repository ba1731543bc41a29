import { Injectable } from '@nestjs/common';
import { ANYBODY, type PublishedSite, type Visitor } from '../published/published-site.js';
import { acceptedClaims, keyOfClaims } from './visitor-claims.js';
import { type ReadToken, VisitorTokens } from './visitor-tokens.js';

/** Credentials in a request; nothing of them is verified yet. */
export interface VisitorCredentials {
  /** JWT signed with the site's private key. */
  jwt?: string;
  /** Claims that the visitor makes without a signature. */
  unsigned?: Record<string, unknown>;
  /** The secret that stood in the address; see {@link splitShareKey}. */
  shareKey?: string;
}

/** A visitor who may not read the site. */
export type Refusal =
  /** To be answered exactly as if there was no such site. */
  | { kind: 'hidden' }
  /** To be sent to where visitors sign in, if there is such a place. */
  | { kind: 'unauthenticated'; problem: 'missing' | 'expired' | 'invalid'; fallbackUrl: string | null };

export type Identified = { kind: 'visitor'; visitor: Visitor } | Refusal;

/**
 * Decides who reads a site: the one place for it, asked by the pages, by the resolver of addresses and by everything else that
 * lets somebody in. What the visitor then sees is `visibleTo(visitor, site)`.
 */
@Injectable()
export class Visitors {
  constructor(private readonly tokens: VisitorTokens) {}

  async identify(site: PublishedSite, credentials: VisitorCredentials): Promise<Identified> {
    const { audience, visibility } = site;
    const { shareKey } = credentials;
    if (visibility === 'share-link' && !(shareKey !== undefined && audience.shareKeys.has(shareKey)))
      return { kind: 'hidden' };
    const token = await this.readToken(site, credentials.jwt);
    if (visibility === 'visitor-auth' && token?.kind !== 'valid') {
      const problem = token?.kind ?? 'missing';
      return { kind: 'unauthenticated', problem, fallbackUrl: audience.fallbackUrl };
    }
    const visitor = visitorWith(
      site,
      token?.kind === 'valid' ? token.claims : {},
      credentials.unsigned ?? {},
    );
    const ends = token?.kind === 'valid' ? { expiresAt: token.expiresAt } : {};
    if (visibility !== 'share-link') return { kind: 'visitor', visitor: { ...visitor, ...ends } };
    // The pages contain addresses with the share key, so they are cached separately.
    const key = [visitor.key, shareKey].join(' ');
    return { kind: 'visitor', visitor: { ...visitor, ...ends, shareKey, key } };
  }

  private async readToken(site: PublishedSite, jwt: string | undefined): Promise<ReadToken | null> {
    return jwt !== undefined && takesTokens(site) ? this.tokens.read(site.audience.visitorKey, jwt) : null;
  }
}

/** True when the identity of a visitor matters; otherwise tokens are not read. */
export function takesTokens({ visibility, adaptiveContent }: PublishedSite): boolean {
  return visibility === 'visitor-auth' || adaptiveContent;
}

/** A visitor with the claims that the site accepts; nobody in particular where the site does not adapt. */
export function visitorWith(
  { adaptiveContent, audience }: PublishedSite,
  signed: Record<string, unknown>,
  unsigned: Record<string, unknown>,
): Visitor {
  if (!adaptiveContent) return ANYBODY;
  const claims = acceptedClaims(audience.claims, signed, unsigned);
  return { claims, key: keyOfClaims(claims) };
}

/** The key of an active share link that a path below the site's root begins with, and what is left of the path. */
export function splitShareKey(
  { audience }: PublishedSite,
  path: string,
): { shareKey?: string; rest: string } {
  const end = path.indexOf('/');
  const first = end < 0 ? path : path.slice(0, end);
  if (!audience.shareKeys.has(first)) return { rest: path };
  return { shareKey: first, rest: end < 0 ? '' : path.slice(end + 1) };
}
