import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { requireAllowed } from '#platform/http/verdict.js';
import { newId, randomText } from '#platform/ids/ids.js';
import { normalizeDomains } from './email-domains.js';
import { hostnameFromTitle } from './hostname.js';
import { MembersRepository } from './members.repository.js';
import {
  createOrganizationVerdict,
  type OrganizationPermissions,
  organizationPermissions,
} from './organization.policy.js';
import {
  type Organization,
  type OrganizationRow,
  OrganizationsRepository,
} from './organizations.repository.js';
import { requireMember } from './require-member.js';
import type { CreateOrganizationBody } from './organization.dto.js';

/** An organization as an actor may see it, and what they may do with it. */
export interface OrganizationView {
  organization: Organization;
  permissions: OrganizationPermissions;
}

/** Creates, finds and lists organizations. */
@Injectable()
export class Organizations {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly organizations: OrganizationsRepository,
    private readonly members: MembersRepository,
    private readonly audit: AuditLog,
  ) {}

  /** For modules that have authorised the actor. @throws NotFound for an unknown organization. */
  async getOrganization(id: string): Promise<Organization> {
    const organization = await this.organizations.findById(id);
    if (!organization) throw new NotFound('organization');
    return organization;
  }

  /** Causes the pages of all sites of the organization to be rendered anew; for modules that show something on them. */
  async refreshSites(id: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.organizations.touch(id);
      await this.events.publish('organization.sites-changed', { organizationId: id });
    });
  }

  /**
   * Answers the organization, locked until the end of the transaction: nobody changes its settings while somebody else
   * decides by them. @throws NotFound
   */
  async lockOrganization(id: string): Promise<Organization> {
    await this.organizations.lock(id);
    return this.getOrganization(id);
  }

  findByHostname(hostname: string): Promise<Organization | null> {
    return this.organizations.findByHostname(hostname);
  }

  /** The organization as the actor sees it. @throws NotFound for actors who are not members. */
  async viewOrganization(actor: Actor, id: string): Promise<OrganizationView> {
    requireMember(actor, id);
    const row = await this.organizations.findForUser(id, actor.userId);
    if (!row) throw new NotFound('organization');
    return viewAsMember(actor, row);
  }

  /** Lists the organizations of which the actor is a member, by title. */
  async listOrganizations(actor: Actor, page: PageRequest): Promise<Page<OrganizationView>> {
    const ids = [...actor.memberships.keys()];
    const rows = await this.organizations.listForUser(ids, actor.userId, page);
    return mapPage(rows, (row) => viewAsMember(actor, row));
  }

  /**
   * Lists organizations that people with an address of the mail domain may join, by title. Actors who are not
   * members of one see it as outsiders.
   * @param isProven true when the actor has proven that an address of the domain is theirs; otherwise only organizations of
   *   which they are members are listed.
   */
  async listForEmailDomain(actor: Actor, domain: string, isProven: boolean): Promise<OrganizationView[]> {
    const ids = isProven ? null : [...actor.memberships.keys()];
    const rows = await this.organizations.findForEmailDomain(domain.toLowerCase(), actor.userId, ids);
    return rows.map((row) => viewAsActor(actor, row));
  }

  /** True when people with an address of the mail domain may join at least one organization. */
  async hasEmailDomain(domain: string): Promise<boolean> {
    return (await this.organizations.findForEmailDomain(domain.toLowerCase(), '', null)).length > 0;
  }

  /** Creates an organization when the actor may do so. @throws Forbidden for actors who administrate no organization yet. */
  createForActor(actor: Actor, input: CreateOrganizationBody): Promise<OrganizationView> {
    requireAllowed('organization', createOrganizationVerdict(actor));
    return this.createOrganization(actor.userId, input);
  }

  /**
   * Creates an organization whose first administrator is the user, without asking whether they may.
   * @returns the organization as that administrator sees it.
   */
  async createOrganization(userId: string, input: CreateOrganizationBody): Promise<OrganizationView> {
    const organization = await this.db.transaction(async () => {
      const created = await this.insertWithFreeHostname(input);
      const membership = { organizationId: created.id, userId, role: 'admin' as const, sso: false };
      await this.members.insert({ ...membership, disabled: false, joinedAt: created.createdAt });
      await this.events.publish('organization.created', { organizationId: created.id, userId });
      await this.audit.record({
        organizationId: created.id,
        action: 'organization.created',
        target: { type: 'organization', id: created.id, label: created.title },
        after: { title: created.title, hostname: created.hostname, emailDomains: created.emailDomains },
        actor: { type: 'user', id: userId },
      });
      return created;
    });
    return { organization, permissions: organizationPermissions('admin', false) };
  }

  /**
   * Finds organizations as the actor may see them, by id, for modules that show which organization something comes from.
   * Actors who are not members of one see it as outsiders.
   */
  async describeOrganizations(
    actor: Actor | null,
    ids: Iterable<string>,
  ): Promise<Map<string, OrganizationView>> {
    const wanted = [...new Set(ids)];
    const rows =
      wanted.length === 0 ? [] : await this.organizations.findAllForUser(wanted, actor?.userId ?? '');
    return new Map(rows.map((row) => [row.id, viewAsActor(actor, row)]));
  }

  /** For the module that owns sites, which deletes the site: it cannot be the default content any more. */
  async clearDefaultSite(id: string, siteId: string): Promise<void> {
    await this.db.transaction(() => this.organizations.clearDefaultSite(id, siteId));
  }

  private async insertWithFreeHostname(input: CreateOrganizationBody): Promise<Organization> {
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
      publicVersion: 1,
      createdAt: this.clock.now(),
    };
    for (let candidate = organization; ;) {
      if (await this.organizations.insert(candidate)) return candidate;
      const suffix = randomText(6).toLowerCase();
      candidate = { ...organization, hostname: hostnameFromTitle(input.title, suffix) };
    }
  }
}

/** An organization as outsiders may see it: its name and logo, and neutral values for everything else. */
export function viewAsOutsider({
  id,
  title,
  hostname,
  logoUrl,
  createdAt,
}: Pick<Organization, 'id' | 'title' | 'hostname' | 'logoUrl' | 'createdAt'>): OrganizationView {
  const organization: Organization = {
    ...{ id, title, hostname, logoUrl, createdAt, type: 'business', useCase: null, emailDomains: [] },
    ...{ defaultRole: null, defaultSiteId: null, mergeRules: { type: 'none' }, publicVersion: 1 },
    ...{ sso: false, ai: false, inviteLinks: false },
  };
  return { organization, permissions: organizationPermissions(undefined, false) };
}

/** The organization as the actor may see it: whole for members, otherwise as outsiders see it. */
function viewAsActor(actor: Actor | null, row: OrganizationRow): OrganizationView {
  return actor?.memberships.has(row.id) ? viewAsMember(actor, row) : viewAsOutsider(row);
}

function viewAsMember(actor: Actor, { ownsTeam, ...organization }: OrganizationRow): OrganizationView {
  const standing = actor.memberships.get(organization.id);
  return { organization, permissions: organizationPermissions(standing, ownsTeam) };
}
