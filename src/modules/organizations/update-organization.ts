import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { normalizeDomains } from './email-domains.js';
import { requireValidHostname } from './hostname.js';
import { Members } from './members.service.js';
import { usersInMergeRules } from './merge-rules.js';
import type { MergeRules, SpaceMergeRules } from './merge-rules.dto.js';
import type { UpdateOrganizationBody } from './organization.dto.js';
import { OrganizationHooks } from './organization.hooks.js';
import { Organizations, type OrganizationView } from './organizations.service.js';
import {
  type Organization,
  type OrganizationChanges,
  OrganizationsRepository,
} from './organizations.repository.js';
import { LockedOut } from './organization.errors.js';
import { comesThroughSso, requireOrganizationAdmin } from './require-member.js';

/** Members of an update; absent ones stay as they are. */
export type OrganizationUpdate = Omit<UpdateOrganizationBody, 'logo' | 'defaultContent'> & {
  logoUrl?: string | null;
  defaultSiteId?: string | null;
};

/** The update that a body of the API asks for. */
export function organizationUpdateOf({
  logo,
  defaultContent,
  ...plain
}: UpdateOrganizationBody): OrganizationUpdate {
  return {
    ...plain,
    ...(logo === undefined ? {} : { logoUrl: logo }),
    ...(defaultContent === undefined ? {} : { defaultSiteId: defaultContent?.site ?? null }),
  };
}

/** Changes the settings of organizations. */
@Injectable()
export class UpdateOrganization {
  constructor(
    private readonly db: Database,
    private readonly audit: AuditLog,
    private readonly hooks: OrganizationHooks,
    private readonly organizations: Organizations,
    private readonly repository: OrganizationsRepository,
    private readonly members: Members,
    private readonly events: Events,
  ) {}

  /**
   * Changes what is given; administrators only.
   * @throws BadRequest naming the member that cannot be, HostnameTaken, NotFound, Forbidden; LockedOut for
   * whoever requires single sign-on and came another way.
   */
  async run(actor: Actor, id: string, update: OrganizationUpdate): Promise<OrganizationView> {
    requireOrganizationAdmin(actor, id);
    if (update.hostname !== undefined) requireValidHostname(update.hostname);
    await this.db.transaction(async () => {
      // The lock serializes changes of settings: the last identity provider cannot be deleted meanwhile.
      await this.members.lockAndRequireAdmin(actor, id);
      const before = await this.repository.findById(id);
      if (!before) throw new NotFound('organization');
      const changes = await this.readChanges(before, update);
      if (update.sso && !before.sso && !comesThroughSso(actor)) throw new LockedOut();
      await this.repository.update(id, changes);
      if (update.logoUrl !== undefined) await this.hooks.imagesChanged.all(id);
      const isElsewhere = changes.hostname !== undefined && changes.hostname !== before.hostname;
      if (isElsewhere) await this.hooks.hostnameChanged.all(id);
      if (isElsewhere || changes.publicVersion !== undefined)
        await this.events.publish('organization.sites-changed', { organizationId: id });
      await this.audit.record({
        organizationId: id,
        action: 'organization.updated',
        target: { type: 'organization', id, label: changes.title ?? before.title },
        before: settingsOf(before),
        after: settingsOf({ ...before, ...changes }),
      });
    });
    return this.organizations.viewOrganization(actor, id);
  }

  private async readChanges(before: Organization, update: OrganizationUpdate): Promise<OrganizationChanges> {
    const { mergeRules, emailDomains, logoUrl, ...plain } = update;
    const changes: OrganizationChanges = { ...plain };
    if (emailDomains) changes.emailDomains = normalizeDomains(emailDomains);
    if (mergeRules) changes.mergeRules = await this.ownMergeRules(before.id, mergeRules);
    if (logoUrl !== undefined)
      changes.logoUrl =
        logoUrl && ((await this.hooks.storeImage.first(before.id, logoUrl, 'logo')) ?? logoUrl);
    if (update.sso && !(await this.hooks.hasActiveIdentityProvider.some(before.id)))
      throw new BadRequest(
        'sso: set up an identity provider and switch it on; only then can single sign-on be required.',
      );
    if (update.defaultSiteId && !(await this.hooks.hasSite.some(before.id, update.defaultSiteId)))
      throw new BadRequest('defaultContent.site: there is no such site in the organization.');
    const isPublic = isOther(before, changes, 'ai') || isOther(before, changes, 'logoUrl');
    return isPublic ? { ...changes, publicVersion: before.publicVersion + 1 } : changes;
  }

  /** An organization has nothing to inherit from, so `inherit` means no rules here. */
  private async ownMergeRules(id: string, rules: SpaceMergeRules): Promise<MergeRules> {
    const named = usersInMergeRules(rules);
    const known = await this.members.lockMembers(id, named);
    const stranger = named.find((userId) => !known.has(userId));
    if (stranger !== undefined)
      throw new BadRequest(`mergeRules: the user "${stranger}" is not a member of the organization.`);
    return rules.type === 'inherit' ? { type: 'none' } : rules;
  }
}

function isOther(before: Organization, changes: OrganizationChanges, name: 'ai' | 'logoUrl'): boolean {
  return changes[name] !== undefined && changes[name] !== before[name];
}

/** Settings as the API calls them. */
function settingsOf(organization: Organization): object {
  const { title, hostname, emailDomains, defaultRole, defaultSiteId, logoUrl } = organization;
  const { sso, ai, inviteLinks, mergeRules } = organization;
  const defaultContent = defaultSiteId && { type: 'site', site: defaultSiteId };
  const names = { title, hostname, emailDomains, defaultRole, defaultContent, logo: logoUrl };
  return { ...names, sso, ai, inviteLinks, mergeRules };
}
