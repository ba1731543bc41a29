import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { answerForms, AppRoute, type MemberRequest, MemberShell } from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { ShareForms } from './share-forms.js';
import { sharePage } from './share-page.js';
import { type NamedPlace, SharePlaces } from './share-places.js';
import { sharePath } from './share-urls.js';
import { ShareViews } from './share-views.js';

/** Operations of invitations by mail that lead to any place. */
const INVITATIONS = ['resendInvitationInOrganization', 'revokeInvitationInOrganization'];
const LINKS = ['createOrganizationInvite', 'deleteOrganizationInviteById'];

/** A hundred addresses at their longest. */
const FORM_LIMIT = 64 * 1024;

/** Pages that say who gets to a space, collection or site, and let people in and out. */
@Injectable()
export class SharePages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly places: SharePlaces,
    private readonly views: ShareViews,
    private readonly forms: ShareForms,
  ) {}

  /** @throws NotFound for a space that the member does not see, Forbidden where they may let nobody in. */
  @AppRoute('/s/:space/~/share', {
    forms: true,
    scopes: ['permissions:read', 'space:metadata:read'],
    formScopes: ['permissions:write'],
    operations: [
      'inviteToSpace',
      'updateUserPermissionInSpace',
      'removeUserFromSpace',
      'updateTeamPermissionInSpace',
      'removeTeamFromSpace',
      'inviteToSpaceByMail',
      ...INVITATIONS,
      ...LINKS,
    ],
  })
  ofSpace(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    return this.answer(request, message, { type: 'space', id: request.params['space'] ?? '' });
  }

  /** @throws as for spaces */
  @AppRoute('/c/:collection/share', {
    forms: true,
    scopes: ['permissions:read', 'collection:read'],
    formScopes: ['permissions:write'],
    operations: [
      'inviteToCollection',
      'updateUserPermissionInCollection',
      'removeUserFromCollection',
      'updateTeamPermissionInCollection',
      'removeTeamFromCollection',
      'inviteToCollectionByMail',
      ...INVITATIONS,
      ...LINKS,
    ],
  })
  ofCollection(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    return this.answer(request, message, { type: 'collection', id: request.params['collection'] ?? '' });
  }

  /** @throws as for spaces */
  @AppRoute('/o/:organization/sites/:site/share', {
    forms: true,
    scopes: ['permissions:read', 'site:metadata:read'],
    formScopes: ['permissions:write'],
    operations: [
      'inviteToSite',
      'updateUserPermissionInSite',
      'removeUserFromSite',
      'updateTeamPermissionInSite',
      'removeTeamFromSite',
      'inviteToSiteByMail',
      ...INVITATIONS,
    ],
  })
  ofSite(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { organization: organizationId = '', site: id = '' } = request.params;
    return this.answer(request, message, { type: 'site', id, organizationId });
  }

  private async answer(
    request: MemberRequest,
    message: IncomingMessage,
    named: NamedPlace,
  ): Promise<SiteAnswer> {
    const { actor, query } = request;
    const { resource } = await this.places.require(actor, named);
    return answerForms(request, message, {
      here: sharePath(this.config.basePath, resource),
      limit: FORM_LIMIT,
      actions: this.forms.actionsOf(actor, named),
      show: async (state) => {
        const place = await this.places.require(actor, named);
        const view = await this.views.read(actor, place, query, state);
        return this.shell.show(request, sharePage(this.config.basePath, view), state.status);
      },
    });
  }
}
