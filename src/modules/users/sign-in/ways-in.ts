import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Forbidden } from '#platform/http/errors.js';
import { Mailer } from '#platform/mail/mailer.js';
import { currentContext } from '#platform/logging/context.js';
import { Users } from '../users.service.js';
import { UserTokens } from '../user-tokens.service.js';
import { Passkeys } from './passkeys.js';
import type { Passkey } from './passkeys.repository.js';
import { PasswordTries } from './password-tries.js';
import { Passwords } from './passwords.js';
import { RecentSignIn } from './recent-sign-in.js';

/** The ways in that somebody has. */
export interface WaysIn {
  /** When the password was chosen; null without one. */
  passwordChangedAt: Date | null;
  /** Passwords let people in here. */
  hasPasswords: boolean;
  passkeys: readonly Passkey[];
  /** Links by mail let people in here. */
  hasMail: boolean;
  /** The reason why this session may change none of them; null when it may. */
  refusal: string | null;
  /** The only organization that a password or passkey of this session opens, or null. */
  boundTo: string | null;
  /** True when a new password wants the present one. */
  asksPassword: boolean;
}

/** A person's ways to sign in, as they change them. At least one must remain. */
@Injectable()
export class OwnWaysIn {
  constructor(
    private readonly db: Database,
    private readonly mailer: Mailer,
    private readonly users: Users,
    private readonly tokens: UserTokens,
    private readonly recent: RecentSignIn,
    private readonly tries: PasswordTries,
    private readonly passwords: Passwords,
    private readonly passkeys: Passkeys,
  ) {}

  /** The actor's ways in, and whether this session may change them. */
  async read(actor: Actor): Promise<WaysIn> {
    const passwordChangedAt = await this.passwords.changedAt(actor.userId);
    const isRecent = await this.recent.isRecent(actor);
    return {
      passwordChangedAt,
      hasPasswords: this.passwords.isOffered,
      passkeys: await this.passkeys.list(actor.userId),
      hasMail: this.mailer.isEnabled,
      refusal: await this.refusal(actor, isRecent),
      boundTo: actor.ssoOrganizationId,
      asksPassword: passwordChangedAt !== null && !(isRecent && PROVEN_ANOTHER_WAY.has(actor.proof)),
    };
  }

  /**
   * Gives the actor a new password, and ends their other sessions.
   * @param present their password, where they have one and did not just sign in another way.
   * @throws Forbidden for sessions that may not, BadRequest for a wrong or bad password, TooManyTries, Busy.
   */
  async setPassword(actor: Actor, { present, password, words }: NewPassword): Promise<void> {
    const ways = await this.require(actor);
    if (!ways.hasPasswords) throw new Forbidden('Nobody signs in with a password here.');
    if (ways.asksPassword) await this.requirePresent(actor, present);
    const organizationId = actor.ssoOrganizationId;
    await this.passwords.set(actor.userId, password, { keptSession: actor.tokenId, words, organizationId });
  }

  /** @throws Forbidden for sessions that may not; BadRequest for the last way in. */
  async removePassword(actor: Actor): Promise<void> {
    await this.removeOne(
      actor,
      ({ passkeys }) => passkeys.length > 0,
      () => this.passwords.remove(actor.userId),
    );
  }

  /** @throws Forbidden for sessions that may not; BadRequest for an answer of the browser that does not count. */
  async addPasskey(actor: Actor, input: { name: string; response: string }): Promise<void> {
    await this.require(actor);
    await this.passkeys.add(actor.userId, { ...input, organizationId: actor.ssoOrganizationId });
  }

  /** @throws Forbidden for sessions that may not, BadRequest for the last way in, NotFound */
  async removePasskey(actor: Actor, id: string): Promise<void> {
    await this.removeOne(
      actor,
      ({ passkeys, hasPasswords, passwordChangedAt }) =>
        passkeys.some((one) => one.id !== id) || (hasPasswords && passwordChangedAt !== null),
      () => this.passkeys.remove(actor.userId, id),
    );
  }

  private async removeOne(
    actor: Actor,
    remains: (ways: WaysIn) => boolean,
    remove: () => Promise<void>,
  ): Promise<void> {
    await this.db.transaction(async () => {
      // Two removals at once take turns, so that they cannot remove the last two ways.
      await this.users.lock(actor.userId);
      const ways = await this.require(actor);
      if (!ways.hasMail && !remains(ways))
        throw new BadRequest(
          'This is your only way to sign in. Add another one first: a passkey, or a password.',
        );
      await remove();
    });
  }

  /** Somebody at a browser that was left open must not guess on: wrong ones count for the account, in all of its sessions. */
  private async requirePresent({ userId }: Actor, present: string): Promise<void> {
    this.passwords.requireTurn('known');
    const { address = '' } = currentContext();
    const wasRight = this.tries.begin({ email: userId, address, browser: 'signed in' });
    if (!(await this.passwords.matches(userId, present)))
      throw new BadRequest(
        'The present password is wrong. If you forgot it, sign out and use another way to sign in.',
      );
    wasRight();
  }

  private async require(actor: Actor): Promise<WaysIn> {
    const ways = await this.read(actor);
    if (ways.refusal !== null) throw new Forbidden(ways.refusal);
    return ways;
  }

  private async refusal(actor: Actor, isRecent: boolean): Promise<string | null> {
    const only = actor.ssoOrganizationId;
    if (only !== null && !PROVEN_HERE.has(actor.proof))
      return 'You signed in for one organization, which vouches for you. Your ways to sign in are changed after a sign-in of your own.';
    if (only !== null && (await this.users.isInOthers(actor.userId, only)))
      return 'An administrator of one organization let you in, and you belong to others too. Your ways to sign in are changed after a link by mail, or one from an operator of the installation.';
    if (
      actor.proof === 'token' &&
      (actor.scopes !== null || (await this.tokens.latestOwnEnd(actor)) !== null)
    )
      return 'You signed in with a token that is limited or ends. Your ways to sign in are changed after another sign-in.';
    return isRecent ? null : 'You signed in a while ago. Sign in again to change how you sign in.';
  }
}

/** Proofs of people themselves; with an organization, they came from a link of its administrator. */
const PROVEN_HERE: ReadonlySet<Actor['proof']> = new Set(['link', 'password', 'passkey']);

/** People who just signed in this way need not know their password. */
const PROVEN_ANOTHER_WAY: ReadonlySet<Actor['proof']> = new Set(['mail', 'link', 'passkey']);

/** A password that somebody chose. */
export interface NewPassword {
  present: string;
  password: string;
  /** Words that it must not be made of, such as names of organizations. */
  words: readonly string[];
}
