import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { UserTokens } from '../user-tokens.service.js';

/** After that, whoever sits at an open browser must prove again who they are before they do what is dangerous. */
const RECENT_MS = 60 * 60_000;

/** Tells whether somebody proved a short while ago who they are. */
@Injectable()
export class RecentSignIn {
  constructor(
    private readonly clock: Clock,
    private readonly tokens: UserTokens,
  ) {}

  /** True while the session, or the token, of the actor is not older than an hour. */
  async isRecent({ userId, tokenId }: Actor): Promise<boolean> {
    const session = await this.tokens.findOwn(userId, tokenId);
    return session !== null && this.clock.now().getTime() - session.createdAt.getTime() < RECENT_MS;
  }
}
