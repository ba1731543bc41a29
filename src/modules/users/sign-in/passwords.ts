import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { Database } from '#platform/database/database.js';
import { onFirstUse } from '#platform/on-first-use.js';
import { randomText } from '#platform/ids/ids.js';
import { type User } from '../users.repository.js';
import { Users } from '../users.service.js';
import { UserTokens } from '../user-tokens.service.js';
import { AccountAudit } from './account-audit.js';
import { AccountChanges } from './account-changes.js';
import { hashPassword, hasHash, isOutdated } from './password-hash.js';
import { canBePassword, requireGoodPassword } from './password-rules.js';
import { PasswordsRepository } from './passwords.repository.js';

/** Compared with what is typed where there is no password, so that this takes as long. */
const decoy = onFirstUse(() => hashPassword(randomText(40)));

/** A password that is good, as it is stored. */
export interface PreparedPassword {
  userId: string;
  hash: string;
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

  /**
   * Gives the user a password, and ends their sessions.
   * @param keptSession id of the session in which they chose it.
   * @param words as for {@link prepare}.
   * @throws BadRequest for a password that breaks a rule, NotFound for an unknown user.
   */
  async set(
    userId: string,
    password: string,
    { keptSession, words = [] }: { keptSession?: string; words?: readonly string[] } = {},
  ): Promise<void> {
    await this.keep(await this.prepare(userId, password, words), keptSession);
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
  async keep({ userId, hash }: PreparedPassword, keptSession?: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.passwords.save({ userId, hash, changedAt: this.clock.now() });
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

  /** True when it is the password of the user. It takes as long for a user without a password. */
  async matches(userId: string | null, password: string): Promise<boolean> {
    if (!canBePassword(password)) return false;
    const stored = userId === null ? null : await this.passwords.find(userId);
    const isRight = await hasHash(password, stored?.hash ?? (await decoy()));
    if (!stored || !isRight) return false;
    if (isOutdated(stored.hash))
      await this.passwords.rehash(stored.userId, stored.hash, await hashPassword(password));
    return true;
  }

  /** The owner of an address and its password; null for anything else, after the same work. */
  async findOwner(email: string, password: string): Promise<User | null> {
    const user = await this.users.findUserByEmail(email);
    return (await this.matches(user?.id ?? null, password)) ? user : null;
  }
}
