import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import {
  Admissions,
  MemberChanges,
  Members,
  OrganizationHooks,
  Organizations,
} from '#modules/organizations/index.js';
import { isEmailAddress, normalizeEmail, ProtectedAccounts, Users } from '#modules/users/index.js';
import { Database } from '#platform/database/database.js';
import { Conflict, NotFound } from '#platform/http/errors.js';
import type { ListQuery } from '../protocol/list-query.js';
import { ScimError } from '../protocol/scim.errors.js';
import { ScimTokens } from '../tokens/scim-tokens.service.js';
import type { ScimToken } from '../tokens/scim-tokens.repository.js';
import { requireAddress, type ScimUserInput } from './scim-user-input.js';
import { type ScimUserRow, ScimUsersRepository } from './scim-users.repository.js';

/**
 * Members as the organization's identity provider looks after them. It speaks for its organization alone: accounts that others use too,
 * or that the organization did not make, keep their name and mail address.
 */
@Injectable()
export class ScimUsers {
  constructor(
    private readonly db: Database,
    private readonly audit: AuditLog,
    private readonly tokens: ScimTokens,
    private readonly rows: ScimUsersRepository,
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly memberChanges: MemberChanges,
    private readonly admissions: Admissions,
    private readonly hooks: OrganizationHooks,
    private readonly accounts: ProtectedAccounts,
  ) {}

  /** @throws ScimError for a filter that cannot be. */
  list({ organizationId }: ScimToken, query: ListQuery): Promise<{ rows: ScimUserRow[]; total: number }> {
    return this.rows.list(organizationId, query);
  }

  /** @throws NotFound for users who are no members. */
  async get({ organizationId }: ScimToken, userId: string): Promise<ScimUserRow> {
    const row = await this.rows.find(organizationId, userId);
    if (!row) throw new NotFound('user');
    return row;
  }

  /**
   * Makes somebody a member, and an account for them where the address has none. As with single sign-on, the membership counts only for
   * those who come through the organization's identity provider, where it has one that works.
   * @throws ScimError `uniqueness` for somebody who is a member already.
   */
  create(token: ScimToken, input: ScimUserInput): Promise<ScimUserRow> {
    const { organizationId } = token;
    return this.change(token, async () => {
      const { userName } = input;
      if (userName === undefined) throw new ScimError('invalidValue', 'userName: it is required.');
      await this.requireFreeName(organizationId, userName, null);
      const email = input.email ?? requireAddress(userName, 'userName, without emails');
      const known = await this.users.findUserByEmail(email);
      if (known && (await this.members.findMembership(organizationId, known.id)))
        throw new ScimError('uniqueness', `A member has the mail address ${email} already.`);
      const user = known ?? (await this.users.createUser({ email, displayName: nameOf(input) }));
      const sso = await this.hooks.hasActiveIdentityProvider.some(organizationId);
      const { defaultRole: role } = token;
      await this.admissions.admit({ organizationId, userId: user.id, role, sso, by: 'provisioning' });
      await this.save(organizationId, await this.get(token, user.id), input, known === null);
      if (input.active === false) await this.memberChanges.setDisabled(organizationId, user.id, true);
      return user.id;
    });
  }

  /**
   * Changes what `input` names of a member.
   * @throws NotFound; ScimError `uniqueness` for a name or address of somebody else, `mutability` for the address of an account that is
   * not the organization's own; Conflict for who must not be deactivated.
   */
  update(token: ScimToken, userId: string, input: ScimUserInput): Promise<ScimUserRow> {
    const { organizationId } = token;
    return this.change(token, async () => {
      const row = await this.get(token, userId);
      if (input.userName !== undefined) await this.requireFreeName(organizationId, input.userName, userId);
      await this.changeAccount(organizationId, row, input);
      await this.save(organizationId, row, input, row.isOwn ?? false);
      if (input.active !== undefined && input.active === row.disabled) {
        if (!input.active) await this.requireRemovable(userId);
        await this.memberChanges.setDisabled(organizationId, userId, !input.active);
      }
      return userId;
    });
  }

  /** Removes a member. @throws NotFound, Conflict for the last administrator and for operators. */
  async remove(token: ScimToken, userId: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.hold(token);
      await this.get(token, userId);
      await this.requireRemovable(userId);
      await this.memberChanges.expelMember(token.organizationId, userId);
    });
  }

  private change(token: ScimToken, work: () => Promise<string>): Promise<ScimUserRow> {
    return this.db.transaction(async () => {
      await this.hold(token);
      return this.get(token, await work());
    });
  }

  /** Changes of members take turns, and nothing lands after the token was revoked. */
  private async hold(token: ScimToken): Promise<void> {
    await this.organizations.lockOrganization(token.organizationId);
    await this.tokens.renew(token);
  }

  private async requireFreeName(organizationId: string, name: string, own: string | null): Promise<void> {
    const holder = await this.rows.findIdByUserName(organizationId, name);
    if (holder !== null && holder !== own)
      throw new ScimError('uniqueness', `A member has the userName "${name}" already.`);
  }

  private async requireRemovable(userId: string): Promise<void> {
    if (await this.accounts.some(userId))
      throw new Conflict(
        'They look after the whole installation; another operator has to take that away first.',
      );
  }

  /** Changes name and address of the account, where both are the organization's to change. */
  private async changeAccount(organizationId: string, row: ScimUserRow, input: ScimUserInput): Promise<void> {
    const email = newAddressOf(row, input);
    const displayName = newNameOf(row, input);
    if (email === row.email && displayName === row.displayName) return;
    const isOwn = await this.isOwnAccount(organizationId, row);
    if (email !== row.email) {
      if (!isOwn)
        throw new ScimError(
          'mutability',
          'emails: the account is not of this organization alone, so only its owner changes the address.',
        );
      if (await this.users.findUserByEmail(email))
        throw new ScimError('uniqueness', `Somebody has the mail address ${email} already.`);
      await this.users.replaceAddress(row.userId, email);
    }
    // Providers send the name with every change, so the name of an account of others is left alone instead of refused.
    if (displayName === row.displayName || !isOwn) return;
    await this.users.rename(row.userId, displayName);
    await this.audit.record({
      organizationId,
      action: 'member.updated',
      target: { type: 'member', id: row.userId, label: displayName },
      before: { displayName: row.displayName },
      after: { displayName },
    });
  }

  private async isOwnAccount(organizationId: string, { userId, isOwn }: ScimUserRow): Promise<boolean> {
    if (!isOwn) return false;
    await this.users.lock(userId);
    return !(await this.users.isInOthers(userId, organizationId)) && !(await this.accounts.some(userId));
  }

  /** Keeps what the identity provider calls the member. */
  private async save(
    organizationId: string,
    row: ScimUserRow,
    input: ScimUserInput,
    isOwn: boolean,
  ): Promise<void> {
    const userName = input.userName ?? row.userName;
    await this.rows.save({
      ...{ organizationId, userId: row.userId, isOwn },
      ...{ userName, userNameKey: userName?.toLowerCase() ?? null },
      externalId: input.externalId === undefined ? row.externalId : input.externalId,
      givenName: input.givenName === undefined ? row.givenName : input.givenName,
      familyName: input.familyName === undefined ? row.familyName : input.familyName,
    });
  }
}

/** The display name that the request leads to, where it names one; else made of the parts. */
function nameOf({ displayName, formatted, givenName, familyName }: ScimUserInput): string | undefined {
  const parts = [givenName, familyName].filter((part) => part).join(' ');
  return displayName ?? formatted ?? (parts === '' ? undefined : parts.slice(0, 64));
}

function newNameOf(row: ScimUserRow, input: ScimUserInput): string {
  const { displayName, formatted } = input;
  if (displayName !== undefined && displayName !== row.displayName) return displayName;
  if (formatted !== undefined && formatted !== row.displayName) return formatted;
  const [givenName, familyName] = [input.givenName ?? row.givenName, input.familyName ?? row.familyName];
  const isRenamed = givenName !== row.givenName || familyName !== row.familyName;
  return (isRenamed ? nameOf({ givenName, familyName }) : undefined) ?? row.displayName;
}

/** A new userName is a new address too where both were the same and the request names no address. */
function newAddressOf({ email, userName }: ScimUserRow, input: ScimUserInput): string {
  if (input.email !== undefined && input.email !== email) return input.email;
  const wasAddress = userName === null || userName.toLowerCase() === email;
  if (input.userName === undefined || !wasAddress || input.userName.toLowerCase() === email) return email;
  return isEmailAddress(input.userName) ? normalizeEmail(input.userName) : email;
}
