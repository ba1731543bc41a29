import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Resource } from '#modules/access/index.js';
import { Invitations, InviteToPlace, placeInvitationRoutes } from '#modules/invites/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import { SiteParams } from './site.dto.js';
import { Sites } from './sites.service.js';

/** Bindery's own operations: invitations by mail to work on a site. */
@ApiTags('organization-invites')
@Controller('v1/orgs/:organizationId/sites/:siteId/invites')
export class SiteInvitationsController extends placeInvitationRoutes(SiteParams, {
  invite: ['inviteToSiteByMail', 'Invite people to a site by their mail address; members are let in at once'],
  list: ['listInvitationsInSite', 'Invitations to a site that nobody has accepted yet, newest first'],
}) {
  constructor(
    private readonly sites: Sites,
    inviting: InviteToPlace,
    invitations: Invitations,
    urls: Urls,
  ) {
    super(inviting, invitations, urls);
  }

  protected async requirePlace(actor: Actor, { organizationId, siteId: id }: SiteParams): Promise<Resource> {
    await this.sites.requireSite(actor, organizationId, id, 'invite');
    return { organizationId, type: 'site', id };
  }
}
