import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config/env.js';
import { BadRequest } from '#platform/http/errors.js';
import { OwnCookie } from '#platform/http/own-cookie.js';
import type { NewSession } from './sessions.js';

/**
 * The cookie that carries a session: scripts cannot read it, other sites cannot send it along with a form, and nothing but the pages
 * of members reads it.
 */
@Injectable()
export class SessionCookie {
  private readonly cookie: OwnCookie;

  constructor(config: Config) {
    this.cookie = new OwnCookie(config.publicUrl, 'bindery_session', '/app', 'lax');
  }

  /** The secret of the session in a Cookie header; undefined without one, or with more than one. */
  read(header: string | undefined): string | undefined {
    return this.cookie.read(header);
  }

  /**
   * Two sessions are refused, not taken for none: whoever signs in would have two again.
   * @throws BadRequest
   */
  refuseDoubled(header: string | undefined): void {
    if (this.cookie.isDoubled(header))
      throw new BadRequest(
        'Your browser sent two sessions: another host below this domain has set one. Delete the cookies of this domain, and sign in again.',
      );
  }

  /** The Set-Cookie header for a session; null ends it in the browser. */
  write(session: NewSession | null): string {
    return this.cookie.write(session?.secret ?? '', { expires: session?.expiresAt ?? new Date(0) });
  }
}
