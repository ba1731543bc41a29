import { parseCookie, stringifySetCookie } from 'cookie';
import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config/env.js';
import { randomText } from '#platform/ids/ids.js';

const NAME = 'bindery_sso';
const LENGTH = 40;
const PATTERN = /^[0-9A-Za-z]{40}$/;
const SECONDS = 15 * 60;

/**
 * A secret by which a single sign-on ends in the browser that it began in: nobody can make another's browser sign in as
 * them. Responses come as forms from the provider's site, with which browsers send only cookies that say `SameSite=None`,
 * and those over https alone; so without https there is none.
 */
@Injectable()
export class BrowserSecret {
  private readonly path: string;
  private readonly isSecure: boolean;

  constructor(config: Config) {
    const { protocol, pathname } = new URL(config.publicUrl);
    this.path = `${pathname.replace(/\/$/, '')}/app/sso`;
    this.isSecure = protocol === 'https:';
  }

  /** The secret in a Cookie header. */
  read(header: string | undefined): string | undefined {
    const value = header === undefined ? undefined : parseCookie(header)[NAME];
    return value !== undefined && PATTERN.test(value) ? value : undefined;
  }

  /** The one the browser has, for it may have begun in several tabs, or a new one; and the Set-Cookie header for it. */
  give(header: string | undefined): { secret?: string; cookie?: string } {
    if (!this.isSecure) return {};
    const secret = this.read(header) ?? randomText(LENGTH);
    const cookie = stringifySetCookie({
      name: NAME,
      value: secret,
      path: this.path,
      maxAge: SECONDS,
      httpOnly: true,
      secure: true,
      sameSite: 'none',
    });
    return { secret, cookie };
  }
}
