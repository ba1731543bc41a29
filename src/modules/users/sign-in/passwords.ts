import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { Database } from '#platform/database/database.js';
import { onFirstUse } from '#platform/on-first-use.js';
import { randomText } from '#platform/ids/ids.js';
import { Users } from '../users.service.js';
import { UserTokens } from '../user-tokens.service.js';
import { AccountAudit } from './account-audit.js';
import { AccountChanges } from './account-changes.js';
import { type HashLine, hashPassword, hasHash, isOutdated, requireHashTurn } from './password-hash.js';
import { canBePassword, requireGoodPassword } from './password-rules.js';
import { PasswordsRepository, type StoredPassword } from './passwords.repository.js';

/** Compared with what is typed where there is no password, so that this takes as long. */
const decoy = onFirstUse(() => hashPassword(randomText(40)));

/** A password that is good, as it is stored. */
export interface PreparedPassword {
  userId: string;
  hash: string;
  /** The only organization that it opens; all of the user's where it is absent. */
  organizationId?: string | null;
}

/** Passwords of people. They sign in with them where the installation offers it. */
@Injectable()
export class Passwords {
  constructor(
    private readonly config: Config,
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly passwords: PasswordsRepository,
    private readonly users: Users,
    private readonly tokens: UserTokens,
    private readonly audit: AccountAudit,
    private readonly changes: AccountChanges,
  ) {}

  /** True where people sign in with passwords (PASSWORD_SIGN_IN). */
  get isOffered(): boolean {
    return this.config.passwordSignIn;
  }

  /** When the user's password was chosen; null without one. */
  async changedAt(userId: string): Promise<Date | null> {
    return (await this.passwords.find(userId))?.changedAt ?? null;
  }

  /** @throws Busy while so many passwords are compared that this one would wait in vain. */
  requireTurn(line: HashLine): void {
    requireHashTurn(line);
  }

  /**
   * Gives the user a password, and ends their sessions.
   * @param keptSession id of the session in which they chose it.
   * @param words as for {@link prepare}.
   * @param organizationId the only organization that the password opens; all where it is absent.
   * @throws BadRequest for a password that breaks a rule, NotFound for an unknown user, Busy.
   */
  async set(
    userId: string,
    password: string,
    {
      keptSession,
      words = [],
      organizationId = null,
    }: { keptSession?: string; words?: readonly string[]; organizationId?: string | null } = {},
  ): Promise<void> {
    await this.keep({ ...(await this.prepare(userId, password, words)), organizationId }, keptSession);
  }

  /**
   * Checks a password and hashes it, which takes long: before the transaction that keeps it.
   * @param words more words that the password must not be made of, such as names of organizations.
   * @throws BadRequest for a password that breaks a rule, NotFound for an unknown user.
   */
  async prepare(userId: string, password: string, words: readonly string[]): Promise<PreparedPassword> {
    const { email, displayName } = await this.users.getUser(userId);
    const host = new URL(this.config.publicUrl).hostname;
    await requireGoodPassword(password, [email, displayName, host, ...words]);
    return { userId, hash: await hashPassword(password) };
  }

  /** Keeps a prepared password, and ends the sessions of its owner but one. Joins the caller's transaction. */
  async keep({ userId, hash, organizationId = null }: PreparedPassword, keptSession?: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.passwords.save({ userId, hash, organizationId, changedAt: this.clock.now() });
      await this.tokens.endSessions(userId, { except: keptSession });
      await this.audit.record(userId, 'user.password-set');
      await this.changes.all({ userId, kind: 'password-set' });
    });
  }

  /** Takes the password away. The caller sees to it that there is another way in. */
  async remove(userId: string): Promise<void> {
    await this.db.transaction(async () => {
      if (!(await this.passwords.delete(userId))) return;
      await this.audit.record(userId, 'user.password-removed');
      await this.changes.all({ userId, kind: 'password-removed' });
    });
  }

  /** True when it is the password of the user. @throws Busy */
  async matches(userId: string, password: string): Promise<boolean> {
    return (await this.compare(await this.passwords.find(userId), password, 'known')) !== null;
  }

  /**
   * The owner of an address and its password, and the organization that it opens; null for anything else, after the same work.
   * @param email in lower case. @throws Busy
   */
  async findOwner(email: string, password: string, line: HashLine): Promise<PasswordOwner | null> {
    const owner = await this.compare(await this.passwords.findByEmail(email), password, line);
    return owner && { userId: owner.userId, organizationId: owner.organizationId };
  }

  /** The stored password, when it is the one typed. It takes as long without one. */
  private async compare(
    stored: StoredPassword | null,
    password: string,
    line: HashLine,
  ): Promise<StoredPassword | null> {
    if (!canBePassword(password)) return null;
    const isRight = await hasHash(password, stored?.hash ?? (await decoy()), line);
    if (!stored || !isRight) return null;
    if (isOutdated(stored.hash))
      await this.passwords.rehash(stored.userId, stored.hash, await hashPassword(password));
    return stored;
  }
}

/** Somebody who has a password. */
export interface PasswordOwner {
  userId: string;
  /** The only organization that the password opens; null: all of the user's. */
  organizationId: string | null;
}
