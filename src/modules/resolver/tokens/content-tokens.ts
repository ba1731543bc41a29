import { Injectable } from '@nestjs/common';
import { InstallationSecrets, SignedTokens } from '#modules/storage/index.js';
import { Clock } from '#platform/clock/clock.js';

/** Members of a content token. Renderers read `exp` and `claims`; the rest is for us. */
export interface ContentClaims {
  kind: 'site';
  organization: string;
  site: string;
  siteSection?: string;
  siteSpace: string;
  space: string;
  /** All spaces that the site showed when the token was made; what it shows now is asked anew. */
  spaces: string[];
  /** Claims of the visitor that the site takes into account. */
  claims: Record<string, unknown>;
  /** The secret of the share link that let the visitor in. */
  shareKey?: string;
  /** Names the key that the visitor's own token was signed with: with another key, the visitor has to sign in again. */
  signedWith?: string;
  preview?: PreviewClaims;
}

/** The preview of a member: a change request or a revision, or without a space everything they can see. */
export interface PreviewClaims {
  /** The member, who must still be allowed to. */
  user: string;
  space?: string;
  changeRequest?: string;
  revision?: string;
  /** Address of the site's root, where it is one for previews. */
  siteUrl?: string;
}

export interface ReadContentToken {
  claims: ContentClaims;
  /** The beginning of the day it was made on. */
  since: Date;
}

const DAY_SECONDS = 86_400;
/** Seconds for which tokens outlive their day: renderers keep one for a while, and refuse one that is about to expire. */
const GRACE_SECONDS = 6 * 3600;

/**
 * Tokens that read the content of one site, for renderers elsewhere. The same visitor gets the same token all day (UTC),
 * because renderers keep what they read under it.
 */
@Injectable()
export class ContentTokens {
  private readonly tokens = new SignedTokens<ContentClaims>(
    this.secrets.declare('site-content-tokens'),
    'site-content',
    this.clock,
  );

  constructor(
    private readonly secrets: InstallationSecrets,
    private readonly clock: Clock,
  ) {}

  sign(claims: ContentClaims): Promise<string> {
    const now = Math.floor(this.clock.now().getTime() / 1000);
    const day = now - (now % DAY_SECONDS);
    return this.tokens.sign(claims, { issuedAt: day, expiresAt: day + DAY_SECONDS + GRACE_SECONDS });
  }

  /** Null for anything but a token of ours that has not ended. */
  async read(token: string): Promise<ReadContentToken | null> {
    const claims = await this.tokens.read(token);
    return claims && { claims, since: new Date((claims.iat ?? 0) * 1000) };
  }
}
