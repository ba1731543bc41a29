import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InstallationLog } from '#modules/audit/index.js';
import { ProtectedAccounts, RecentSignIn, type User, Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, Forbidden, NotFound } from '#platform/http/errors.js';
import { type Operator, OperatorsRepository } from './operators.repository.js';

const LAST = 'This is the last operator. Name another one first: an installation always has one.';

/** An operator with their account. */
export interface OperatorView extends Operator {
  user: User;
}

/**
 * The people who look after the whole installation. They stand above organizations and read nothing in them: an operator sees no
 * content of an organization that they do not belong to.
 */
@Injectable()
export class Operators implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly users: Users,
    private readonly recent: RecentSignIn,
    private readonly operators: OperatorsRepository,
    private readonly log: InstallationLog,
    private readonly accounts: ProtectedAccounts,
  ) {}

  onModuleInit(): void {
    this.accounts.register((userId) => this.operators.has(userId));
  }

  /** True for an operator who signed in as themselves; an organization that vouches for its member vouches for no operator. */
  async isOperator(actor: Actor): Promise<boolean> {
    return isOwnSignIn(actor) && (await this.operators.has(actor.userId));
  }

  /**
   * Lets operators pass.
   * @throws NotFound for everybody else; Forbidden for an operator who came in through one organization, and whose account it might be
   * that somebody else uses.
   */
  async requireOperator(actor: Actor): Promise<void> {
    if (actor.kind !== 'user' || actor.installationId !== undefined) throw new NotFound('page');
    if (!(await this.operators.has(actor.userId))) throw new NotFound('page');
    if (!isOwnSignIn(actor))
      throw new Forbidden(
        'You signed in through one organization, which vouches for you there. To operate the installation, sign in with a password, a passkey or a link of your own.',
      );
  }

  /** Lets operators pass who signed in a short while ago, for what cannot be taken back. @throws as `requireOperator`, and Forbidden. */
  async requireRecent(actor: Actor): Promise<void> {
    await this.requireOperator(actor);
    if (!(await this.recent.isRecent(actor)))
      throw new Forbidden('You signed in a while ago. Sign out, sign in again, and then do this.');
  }

  /** All operators with their accounts, those of longest standing first. For callers that have checked who asks. */
  async list(): Promise<OperatorView[]> {
    const operators = await this.operators.list();
    const users = await this.users.findUsersByIds(operators.map(({ userId }) => userId));
    return operators.flatMap((operator) => {
      const user = users.get(operator.userId);
      return user ? [{ ...operator, user }] : [];
    });
  }

  /**
   * Makes a person an operator.
   * @param actor the operator who names them; null for the command line of the server.
   * @returns the person. @throws BadRequest for an address of nobody; Conflict for an operator; as `requireRecent`.
   */
  add(actor: Actor | null, email: string): Promise<User> {
    return this.db.transaction(async () => {
      if (actor) await this.requireRecent(actor);
      const user = await this.users.findUserByEmail(email);
      if (!user) throw new BadRequest(`There is nobody with the address ${email} here. Invite them first.`);
      if (!(await this.insert(user, actor?.userId ?? null)))
        throw new Conflict(`${user.email} is an operator already.`);
      return user;
    });
  }

  /** Makes the person of the first start the first operator. Joins the caller's transaction. */
  async begin(user: User): Promise<void> {
    await this.insert(user, null);
  }

  /**
   * Takes the office away; the account stays.
   * @param actor the operator who does; null for the command line of the server.
   * @throws NotFound for somebody else, Conflict for the last one; as `requireRecent`.
   */
  async remove(actor: Actor | null, userId: string): Promise<void> {
    await this.db.transaction(async () => {
      // Two removals at once take turns, so that they cannot remove the last two.
      const all = await this.operators.lock();
      if (actor) await this.requireRecent(actor);
      if (!all.includes(userId)) throw new NotFound('operator');
      if (all.length === 1) throw new Conflict(LAST);
      await this.operators.delete(userId);
      const { email } = await this.users.getUser(userId);
      await this.log.record({
        action: 'operator.removed',
        target: { type: 'user', id: userId, label: email },
      });
    });
  }

  private async insert(user: User, addedBy: string | null): Promise<boolean> {
    if (user.kind !== 'person') throw new BadRequest('Only people are operators.');
    const isNew = await this.operators.insert({ userId: user.id, addedAt: this.clock.now(), addedBy });
    if (isNew)
      await this.log.record({
        action: 'operator.added',
        target: { type: 'user', id: user.id, label: user.email },
      });
    return isNew;
  }
}

function isOwnSignIn({ kind, installationId, ssoOrganizationId }: Actor): boolean {
  return kind === 'user' && installationId === undefined && ssoOrganizationId === null;
}
