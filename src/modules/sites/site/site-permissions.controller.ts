import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Grants, type HeldResource, permissionRoutes } from '#modules/access/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import { SiteParams } from './site.dto.js';
import { Sites } from './sites.service.js';

/** The permissions on a site. Each endpoint requires the right to invite. */
@ApiTags('site-permissions')
@Controller('v1/orgs/:organizationId/sites/:siteId/permissions')
export class SitePermissionsController extends permissionRoutes(SiteParams, {
  invite: ['inviteToSite', 'Let users and teams onto a site'],
  listUsers: ['listUserPermissionsInSite', 'Roles given to users on the site itself'],
  updateUser: ['updateUserPermissionInSite', 'Give a user another role on a site'],
  removeUser: ['removeUserFromSite', 'Take the role given to a user away'],
  listTeams: ['listTeamPermissionsInSite', 'Roles given to teams on the site itself'],
  updateTeam: ['updateTeamPermissionInSite', 'Give a team another role on a site'],
  removeTeam: ['removeTeamFromSite', 'Take the role given to a team away'],
  listAggregate: [
    'listPermissionsAggregateInSite',
    'Everybody who gets to the site in the API, with what they may do in the end and why',
  ],
}) {
  constructor(
    private readonly sites: Sites,
    grants: Grants,
    urls: Urls,
  ) {
    super(grants, urls);
  }

  protected async requirePlace(actor: Actor, { organizationId, siteId }: SiteParams): Promise<HeldResource> {
    const { site, role } = await this.sites.requireSite(actor, organizationId, siteId, 'invite');
    return { resource: { organizationId, type: 'site', id: siteId, label: site.title }, held: role };
  }
}
