import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { Database } from '#platform/database/database.js';
import { OwnCookie } from '#platform/http/own-cookie.js';
import { randomText } from '#platform/ids/ids.js';
import { currentContext } from '#platform/logging/context.js';
import { AccountChanges } from './account-changes.js';
import { browserName } from './browser-name.js';
import { KnownBrowsersRepository } from './known-browsers.repository.js';

const SECRET = /^[0-9A-Za-z]{40}$/;
/** The longest that browsers keep a cookie (RFC 6265bis). */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

/**
 * Browsers in which people signed in before, by a cookie that lets nobody in: of a sign-in in another browser its owner is told, and
 * wrong passwords typed elsewhere do not make this browser wait.
 */
@Injectable()
export class KnownBrowsers {
  private readonly cookie: OwnCookie;

  constructor(
    config: Config,
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly browsers: KnownBrowsersRepository,
    private readonly changes: AccountChanges,
  ) {
    this.cookie = new OwnCookie(config.publicUrl, 'bindery_browser', '/app/sign-in', 'lax');
  }

  /** The name under which tries of the browser count for the address; null where its owner never signed in with it. */
  async nameFor(email: string, cookies: string | undefined): Promise<string | null> {
    const secret = this.read(cookies);
    if (secret === undefined) return null;
    const hash = hashOf(secret);
    return (await this.browsers.isKnown(email, hash)) ? hash.toString('base64url') : null;
  }

  /**
   * Notes that somebody signed in, and tells them when it was in another browser than before.
   * @returns the Set-Cookie header by which the browser is known from then on.
   */
  async remember(userId: string, cookies: string | undefined): Promise<string> {
    const secret = this.read(cookies) ?? randomText(40);
    await this.db.transaction(async () => {
      const isNew = await this.browsers.save(userId, hashOf(secret), this.clock.now());
      const detail = browserName(currentContext().userAgent ?? null);
      if (isNew) await this.changes.all({ userId, kind: 'new-browser', detail });
    });
    return this.cookie.write(secret, { maxAge: KEPT_SECONDS });
  }

  /** Forgets browsers whose cookies have ended. */
  async deleteEnded(): Promise<void> {
    await this.browsers.deleteUnseen(new Date(this.clock.now().getTime() - KEPT_SECONDS * 1000));
  }

  private read(cookies: string | undefined): string | undefined {
    const secret = this.cookie.read(cookies);
    return secret !== undefined && SECRET.test(secret) ? secret : undefined;
  }
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
