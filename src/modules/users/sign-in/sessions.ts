import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import type { Actor, Proof } from '#platform/http/actor.js';
import { Credentials } from '#platform/http/credentials.js';
import { UserTokens } from '../user-tokens.service.js';

const HOURS = 12;
const LABEL = 'Browser session';

export interface NewSession {
  /** Secret that names the session; for a cookie that scripts cannot read. */
  secret: string;
  expiresAt: Date;
}

/**
 * Sessions of browsers. Each is a token with a short life, listed and revoked like all others; it can do what the token that it was made
 * from can do, and ends with it.
 */
@Injectable()
export class Sessions {
  constructor(
    private readonly clock: Clock,
    private readonly credentials: Credentials,
    private readonly tokens: UserTokens,
  ) {}

  /** Starts a session with a personal token; null when that is not valid. */
  async start(token: string): Promise<NewSession | null> {
    const actor = await this.find(token);
    if (!actor) return null;
    const wanted = new Date(this.clock.now().getTime() + HOURS * 3_600_000);
    const own = await this.tokens.expiryOf(actor);
    const expiresAt = own && own < wanted ? own : wanted;
    const { token: secret } = await this.tokens.createOwn(actor, {
      label: LABEL,
      expiresAt,
      parentId: actor.tokenId,
      isSession: true,
    });
    return { secret, expiresAt };
  }

  /**
   * Starts a session for a user who just proved who they are. For other modules, which have checked the proof.
   * @param ssoOrganizationId the only organization that it is good for, whose identity provider or administrator vouched for them.
   * @param until when the provider wants it to end; twelve hours at most.
   */
  async startFor(
    userId: string,
    proof: Exclude<Proof, 'token'>,
    { ssoOrganizationId, until }: { ssoOrganizationId?: string | null; until?: Date } = {},
  ): Promise<NewSession> {
    const wanted = new Date(this.clock.now().getTime() + HOURS * 3_600_000);
    const expiresAt = until && until < wanted ? until : wanted;
    const input = { label: LABEL, expiresAt, proof, ssoOrganizationId, isSession: true };
    return { secret: (await this.tokens.create(userId, input)).token, expiresAt };
  }

  /** The owner of a session; null when it has expired, and for credentials of service users. */
  async find(secret: string): Promise<Actor | null> {
    const actor = await this.credentials.read(secret);
    return actor?.kind === 'user' && actor.installationId === undefined ? actor : null;
  }

  /** Ends a session, at once and everywhere. */
  async end(secret: string): Promise<void> {
    const actor = await this.find(secret);
    if (actor) await this.tokens.deleteOwn(actor, actor.tokenId);
  }
}
