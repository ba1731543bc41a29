import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { requireAllowed } from '#platform/http/verdict.js';
import { newId, randomText } from '#platform/ids/ids.js';
import { hostnameFromTitle, requireValidHostname } from './hostname.js';
import { MembersRepository } from './members.repository.js';
import { type MergeRules, parseMergeRules, usersInMergeRules } from './merge-rules.js';
import { OrganizationHooks } from './organization.hooks.js';
import {
  createOrganizationVerdict,
  type OrganizationPermissions,
  organizationPermissions,
} from './organization.policy.js';
import {
  type Organization,
  type OrganizationChanges,
  type OrganizationRow,
  OrganizationsRepository,
} from './organizations.repository.js';
import { requireMember, requireOrganizationAdmin } from './require-member.js';

/** An organization and what the caller may do with it. */
export interface OrganizationView {
  organization: Organization;
  permissions: OrganizationPermissions;
}

export interface NewOrganization {
  title: string;
  emailDomains?: string[];
  type?: string;
  useCase?: string;
}

/** Members of an update; absent ones stay as they are. */
export type OrganizationUpdate = Partial<
  Pick<Organization, 'title' | 'hostname' | 'emailDomains' | 'defaultRole' | 'sso' | 'ai' | 'inviteLinks'>
> & { logoUrl?: string | null; defaultSiteId?: string | null; mergeRules?: object };

/** Tenants. */
@Injectable()
export class Organizations {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly organizations: OrganizationsRepository,
    private readonly members: MembersRepository,
    private readonly hooks: OrganizationHooks,
  ) {}

  /** For other modules; the caller has authorised. @throws NotFound when there is no such organization. */
  async getOrganization(id: string): Promise<Organization> {
    const organization = await this.organizations.findById(id);
    if (!organization) throw new NotFound('organization');
    return organization;
  }

  /**
   * The organization, held until the end of the transaction: whoever decides on its settings takes turns with those who
   * change them. @throws NotFound
   */
  async holdOrganization(id: string): Promise<Organization> {
    await this.organizations.lock(id);
    return this.getOrganization(id);
  }

  findByHostname(hostname: string): Promise<Organization | null> {
    return this.organizations.findByHostname(hostname);
  }

  /** The organization as the actor sees it. @throws NotFound for those who are no member. */
  async viewOrganization(actor: Actor, id: string): Promise<OrganizationView> {
    requireMember(actor, id);
    const row = await this.organizations.findForUser(id, actor.userId);
    if (!row) throw new NotFound('organization');
    return toView(actor, row);
  }

  /** Organizations the actor belongs to, by title. */
  async listOrganizations(actor: Actor, page: PageRequest): Promise<Page<OrganizationView>> {
    const ids = [...actor.memberships.keys()];
    const rows = await this.organizations.listForUser(ids, actor.userId, page);
    return mapPage(rows, (row) => toView(actor, row));
  }

  /** `createOrganization` for somebody who asks for it. @throws Forbidden for those who administrate none. */
  createOwn(actor: Actor, input: NewOrganization): Promise<OrganizationView> {
    requireAllowed('organization', createOrganizationVerdict(actor));
    return this.createOrganization(actor.userId, input);
  }

  /**
   * Makes an organization whose first administrator is the user.
   * @returns it as that administrator sees it.
   */
  async createOrganization(userId: string, input: NewOrganization): Promise<OrganizationView> {
    const organization = await this.db.transaction(async () => {
      const created = await this.insertWithFreeHostname(input);
      const membership = { organizationId: created.id, userId, role: 'admin' as const, sso: false };
      await this.members.insert({ ...membership, disabled: false, joinedAt: created.createdAt });
      await this.events.publish('organization.created', { organizationId: created.id, userId });
      return created;
    });
    return { organization, permissions: organizationPermissions('admin', false) };
  }

  /**
   * Changes settings; administrators only.
   * @throws BadRequest naming the member that cannot be, HostnameTaken, NotFound, Forbidden.
   */
  async updateOrganization(actor: Actor, id: string, update: OrganizationUpdate): Promise<OrganizationView> {
    requireOrganizationAdmin(actor, id);
    if (update.hostname !== undefined) requireValidHostname(update.hostname);
    const { mergeRules, emailDomains, ...plain } = update;
    const changes: OrganizationChanges = { ...plain };
    if (emailDomains) changes.emailDomains = normalizeDomains(emailDomains);
    await this.db.transaction(async () => {
      if (update.sso) await this.requireIdentityProvider(id);
      if (mergeRules) changes.mergeRules = await this.readMergeRules(id, mergeRules);
      if (update.defaultSiteId && !(await this.hooks.hasSite(id, update.defaultSiteId)))
        throw new BadRequest('defaultContent.site: there is no such site in the organization.');
      await this.organizations.update(id, changes);
      if (update.hostname !== undefined) await this.hooks.hostnameChanged(id);
    });
    return this.viewOrganization(actor, id);
  }

  /** For the module that owns sites: the site is going away, so it cannot be the default content any more. */
  async clearDefaultSite(id: string, siteId: string): Promise<void> {
    await this.db.transaction(() => this.organizations.clearDefaultSite(id, siteId));
  }

  /** Holds the organization, so that its last provider cannot go meanwhile: nobody could sign in any more. */
  private async requireIdentityProvider(id: string): Promise<void> {
    await this.organizations.lock(id);
    if (await this.hooks.hasActiveIdentityProvider(id)) return;
    throw new BadRequest(
      'sso: set up a SAML provider and sign in through it once; only then can single sign-on be required.',
    );
  }

  /** An organization has nothing to inherit from, so `inherit` means no rules here. */
  private async readMergeRules(id: string, input: object): Promise<MergeRules> {
    const rules = parseMergeRules(input);
    const named = usersInMergeRules(rules);
    const known = await this.members.findIds(id, named);
    const stranger = named.find((userId) => !known.has(userId));
    if (stranger !== undefined)
      throw new BadRequest(`mergeRules: the user "${stranger}" is not a member of the organization.`);
    return rules.type === 'inherit' ? { type: 'none' } : rules;
  }

  private async insertWithFreeHostname(input: NewOrganization): Promise<Organization> {
    const organization: Organization = {
      id: newId(),
      title: input.title,
      hostname: hostnameFromTitle(input.title),
      type: input.type ?? 'business',
      useCase: input.useCase ?? null,
      emailDomains: normalizeDomains(input.emailDomains ?? []),
      defaultRole: 'read',
      defaultSiteId: null,
      logoUrl: null,
      sso: false,
      ai: true,
      inviteLinks: true,
      mergeRules: { type: 'none' },
      createdAt: this.clock.now(),
    };
    for (let candidate = organization; ;) {
      if (await this.organizations.insert(candidate)) return candidate;
      const suffix = randomText(6).toLowerCase();
      candidate = { ...organization, hostname: hostnameFromTitle(input.title, suffix) };
    }
  }
}

function toView(actor: Actor, { ownsTeam, ...organization }: OrganizationRow): OrganizationView {
  const standing = actor.memberships.get(organization.id);
  return { organization, permissions: organizationPermissions(standing, ownsTeam) };
}

function normalizeDomains(domains: string[]): string[] {
  return [...new Set(domains.map((domain) => domain.toLowerCase()))];
}
