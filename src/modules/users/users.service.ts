import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { normalizeEmail } from './email.js';
import { AccountAudit } from './sign-in/account-audit.js';
import { UserVisibility } from './user-visibility.js';
import { type User, type UserChanges, UsersRepository } from './users.repository.js';

export interface NewUser {
  email: string;
  /** The part of the address before the `@` when absent. */
  displayName?: string;
}

/** People, across organizations. */
@Injectable()
export class Users {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly users: UsersRepository,
    private readonly visibility: UserVisibility,
    private readonly audit: AccountAudit,
  ) {}

  /** @throws NotFound for an unknown user. */
  async getUser(id: string): Promise<User> {
    const user = await this.users.findById(id);
    if (!user) throw new NotFound('user');
    return user;
  }

  /** Users by id; unknown ids are missing from the map. */
  async findUsersByIds(ids: Iterable<string>): Promise<Map<string, User>> {
    const wanted = [...new Set(ids)];
    const users = wanted.length === 0 ? [] : await this.users.findByIds(wanted);
    return new Map(users.map((user) => [user.id, user]));
  }

  async findUserByEmail(email: string): Promise<User | null> {
    return (await this.findUsersByEmails([email])).get(normalizeEmail(email)) ?? null;
  }

  /** People by address in lower case; unknown addresses are missing from the map. */
  async findUsersByEmails(emails: Iterable<string>): Promise<Map<string, User>> {
    const wanted = [...new Set([...emails].map(normalizeEmail))];
    const users = wanted.length === 0 ? [] : await this.users.findByEmails(wanted);
    return new Map(users.map((user) => [user.email, user]));
  }

  /** The user, when the actor may know of them. @throws NotFound otherwise. */
  async getVisibleUser(actor: Actor, id: string): Promise<User> {
    if (!(await this.visibility.isVisible(actor, id))) throw new NotFound('user');
    return this.getUser(id);
  }

  /**
   * Changes the actor's own profile.
   * @throws Forbidden for somebody else's, and for people of an identity provider whose account others use too; NotFound when the
   * actor may not even know of them.
   */
  async updateProfile(actor: Actor, id: string, changes: UserChanges): Promise<User> {
    if (id !== actor.userId) {
      await this.getVisibleUser(actor, id);
      throw new Forbidden('You may change only your own profile.');
    }
    return this.db.transaction(async () => {
      await this.requireOwnAccount(actor);
      await this.users.update(id, changes);
      return this.getUser(id);
    });
  }

  /**
   * A change of an account applies in all organizations.
   * @throws Forbidden for users of an identity provider whose account other organizations use too.
   */
  async requireOwnAccount({ userId, ssoOrganizationId: only }: Actor): Promise<void> {
    if (only !== null && (await this.users.isInOthers(userId, only)))
      throw new Forbidden(
        'Your account belongs to other organizations too. To change it, sign in by mail or with a personal token.',
      );
  }

  /** True for a member of another organization than this one, also where they are disabled there. */
  isInOthers(id: string, organizationId: string): Promise<boolean> {
    return this.users.isInOthers(id, organizationId);
  }

  /** Inside a transaction: of several changes of an account, one goes on at a time. */
  lock(id: string): Promise<void> {
    return this.users.lock(id);
  }

  /** @throws EmailTaken (409) when the address belongs to somebody. */
  async createUser(input: NewUser): Promise<User> {
    const email = normalizeEmail(input.email);
    const user: User = {
      id: newId(),
      email,
      displayName: input.displayName ?? email.slice(0, Math.max(1, email.indexOf('@'))).slice(0, 64),
      photoUrl: null,
      kind: 'person',
      emailVerifiedAt: null,
      createdAt: this.clock.now(),
      lastSeenAt: null,
    };
    await this.db.transaction(() => this.users.insert(user));
    return user;
  }

  /** Gives the user another address, which they have not proved to be theirs. Joins the caller's transaction. @throws EmailTaken (409) */
  async replaceAddress(id: string, email: string): Promise<void> {
    const { email: before } = await this.getUser(id);
    const after = normalizeEmail(email);
    if (after === before) return;
    await this.users.update(id, { email: after, emailVerifiedAt: null });
    await this.audit.record(id, 'user.address-changed', {
      before: { email: before },
      after: { email: after },
    });
  }

  /** Makes a service user, on whose behalf a program acts. It cannot sign in, nor be found by its address. */
  async createServiceUser(name: string): Promise<User> {
    const id = newId();
    const user: User = {
      id,
      kind: 'service',
      email: `${id.toLowerCase()}@integrations.invalid`,
      displayName: name,
      photoUrl: null,
      emailVerifiedAt: null,
      createdAt: this.clock.now(),
      lastSeenAt: null,
    };
    await this.db.transaction(() => this.users.insert(user));
    return user;
  }

  /** Renames a user; for other modules, which have authorised. */
  async rename(id: string, displayName: string): Promise<void> {
    await this.db.transaction(() => this.users.update(id, { displayName }));
  }

  /** Notes that the address of the user is theirs: they opened what was mailed to it. */
  async markEmailVerified(id: string): Promise<void> {
    await this.db.transaction(() => this.users.markEmailVerified(id, this.clock.now()));
  }

  /** True when the installation has no users, so was never started before. */
  hasNone(): Promise<boolean> {
    return this.users.isEmpty();
  }
}
