import { Injectable } from '@nestjs/common';
import { NotFound } from '#platform/http/errors.js';
import { isEmailAddress, normalizeEmail } from '../email.js';
import { KnownBrowsers } from './known-browsers.js';
import { PasswordTries } from './password-tries.js';
import { Passwords } from './passwords.js';
import { type NewSession, Sessions } from './sessions.js';

/** Sign-in with a mail address and a password. What goes wrong says nothing about who has an account. */
@Injectable()
export class PasswordSignIn {
  constructor(
    private readonly passwords: Passwords,
    private readonly tries: PasswordTries,
    private readonly browsers: KnownBrowsers,
    private readonly sessions: Sessions,
  ) {}

  /** True where the installation lets people in with passwords. */
  get isOffered(): boolean {
    return this.passwords.isOffered;
  }

  /**
   * Starts a session for the owner of the address and the password; null for anything else.
   * @param address network address of the request.
   * @param cookies Cookie header of the request.
   * @throws TooManyTries, Busy, NotFound where passwords are not offered.
   */
  async complete(
    typed: { email: string; password: string },
    { address, cookies }: { address: string; cookies: string | undefined },
  ): Promise<NewSession | null> {
    if (!this.isOffered) throw new NotFound('way to sign in');
    const email = normalizeEmail(typed.email);
    if (!isEmailAddress(email)) return null;
    const browser = await this.browsers.nameFor(email, cookies);
    const line = browser === null ? 'strangers' : 'known';
    // Before it counts: a try that nobody could compare was not wrong.
    this.passwords.requireTurn(line);
    const wasRight = this.tries.begin({ email, address, browser });
    const owner = await this.passwords.findOwner(email, typed.password, line);
    if (!owner) return null;
    wasRight();
    return this.sessions.startFor(owner.userId, 'password', { ssoOrganizationId: owner.organizationId });
  }
}
