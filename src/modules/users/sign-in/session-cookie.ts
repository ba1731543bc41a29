import { parseCookie, stringifySetCookie } from 'cookie';
import { Injectable } from '@nestjs/common';
import type { NewSession } from './sessions.js';
import { Config } from '#platform/config/env.js';

const NAME = 'bindery_session';

/**
 * The cookie that carries a session: scripts cannot read it, other sites cannot send it along with a form, and pages of sites, which
 * may be at the same origin, never get it.
 */
@Injectable()
export class SessionCookie {
  constructor(private readonly config: Config) {}

  /** The secret of the session in a Cookie header. */
  read(header: string | undefined): string | undefined {
    return header === undefined ? undefined : parseCookie(header)[NAME];
  }

  /** The Set-Cookie header for a session; null ends it in the browser. */
  write(session: NewSession | null): string {
    const { protocol, pathname } = new URL(this.config.publicUrl);
    return stringifySetCookie({
      name: NAME,
      value: session?.secret ?? '',
      expires: session?.expiresAt ?? new Date(0),
      path: `${pathname.replace(/\/$/, '')}/app`,
      httpOnly: true,
      sameSite: 'lax',
      secure: protocol === 'https:',
    });
  }
}
