import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config/env.js';
import { OwnCookie } from '#platform/http/own-cookie.js';
import { randomText } from '#platform/ids/ids.js';

const LENGTH = 40;
const PATTERN = /^[0-9A-Za-z]{40}$/;
const SECONDS = 15 * 60;

/**
 * A secret that ties a single sign-on to the browser in which it began, so that nobody can sign another's browser in as
 * themselves. Responses come as forms from the provider's site, with which browsers send only cookies with
 * `SameSite=None`, and those over https alone; without https the secret is not used.
 */
@Injectable()
export class BrowserSecret {
  private readonly cookie: OwnCookie;

  constructor(config: Config) {
    this.cookie = new OwnCookie(config.publicUrl, 'bindery_sso', '/app/sso', 'none');
  }

  /** The secret in a Cookie header. */
  read(header: string | undefined): string | undefined {
    const value = this.cookie.read(header);
    return value !== undefined && PATTERN.test(value) ? value : undefined;
  }

  /** The one the browser has, for it may have begun in several tabs, or a new one; and the Set-Cookie header for it. */
  give(header: string | undefined): { secret?: string; cookie?: string } {
    if (!this.cookie.isSecure) return {};
    const secret = this.read(header) ?? randomText(LENGTH);
    return { secret, cookie: this.cookie.write(secret, { maxAge: SECONDS }) };
  }
}
