import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { SiteAnswer } from '#modules/publishing/index.js';
import {
  KnownBrowsers,
  locationOfNext,
  type NewSession,
  SessionCookie,
  Sessions,
} from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';

/** The address of a mailed link holds its secret. Not `no-referrer`: forms would come without an origin. */
export const SIGN_IN_HEADERS = { 'Referrer-Policy': 'same-origin' };

/** Puts a session that just began into the browser. */
@Injectable()
export class SessionEntry {
  constructor(
    private readonly config: Config,
    private readonly sessions: Sessions,
    private readonly cookie: SessionCookie,
    private readonly browsers: KnownBrowsers,
  ) {}

  /**
   * Leads on with the new session, and remembers the browser.
   * @param next target path below `/app/`.
   */
  async enter(session: NewSession, next: string | null, message: IncomingMessage): Promise<SiteAnswer> {
    const cookies = [await this.replace(session, message)];
    const actor = await this.sessions.find(session.secret);
    if (actor) cookies.push(await this.browsers.remember(actor.userId, message.headers.cookie));
    return goTo(locationOfNext(this.config.basePath, next), cookies);
  }

  /**
   * Puts the new session in the place of the one that the browser had, which ends: whoever learned its secret cannot go on with it.
   * @returns the Set-Cookie header.
   */
  async replace(session: NewSession, message: IncomingMessage): Promise<string> {
    await this.end(message);
    return this.cookie.write(session);
  }

  /** Ends the session of the browser, if it has one. */
  async end({ headers }: IncomingMessage): Promise<void> {
    const secret = this.cookie.read(headers.cookie);
    if (secret !== undefined) await this.sessions.end(secret);
  }
}

/** A redirect after a form of the sign-in. */
export function goTo(location: string, cookies: string[] = []): SiteAnswer {
  const headers = cookies.length === 0 ? SIGN_IN_HEADERS : { ...SIGN_IN_HEADERS, 'Set-Cookie': cookies };
  return { kind: 'redirect', status: 303, location, isComplete: true, headers };
}
