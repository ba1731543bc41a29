import { Body, Get, Param, Post, Query, type Type } from '@nestjs/common';
import type { Resource } from '#modules/access/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation, type Operations } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { InvitationResource, InviteToPlaceBody, PlaceInvitedResource } from './invitation.dto.js';
import { presentInvitation, presentPlaceInvited } from './invitation.presenter.js';
import { Invitations } from './invitations.service.js';
import { InviteToPlace } from './invite-to-place.js';

/**
 * The routes by which people are invited to a place by their mail address: a controller for one kind of place extends the
 * class that is answered. Sending again and revoking are routes of the organization.
 * @param PlaceParams the parameters in the path of the controller
 */
export function placeInvitationRoutes<P extends object>(
  PlaceParams: Type<P>,
  operations: Operations<'invite' | 'list'>,
) {
  class Params extends (PlaceParams as Type<object>) {}

  abstract class PlaceInvitationRoutes {
    constructor(
      private readonly inviting: InviteToPlace,
      private readonly invitations: Invitations,
      private readonly urls: Urls,
    ) {}

    /** The place, to which the actor may invite. @throws NotFound or Forbidden */
    protected abstract requirePlace(actor: Actor, params: P): Promise<Resource>;

    @Post()
    @Authenticated('members:write')
    @Operation(...operations.invite)
    @Ok(PlaceInvitedResource)
    async invite(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Body() { emails, level: role, expiresAt }: InviteToPlaceBody,
    ): Promise<PlaceInvitedResource> {
      const { organizationId, type, id } = await this.requirePlace(actor, params as P);
      const input = { emails, role, ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) }) };
      const invited = await this.inviting.invite(actor, organizationId, { type, id }, input);
      return presentPlaceInvited(invited, this.urls);
    }

    @Get()
    @Authenticated('permissions:read')
    @Operation(...operations.list)
    @ApiPage(InvitationResource)
    async list(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Query() query: PageQuery,
    ): Promise<Page<InvitationResource>> {
      const { organizationId, type, id } = await this.requirePlace(actor, params as P);
      const page = await this.invitations.listToPlace(actor, organizationId, { type, id }, query);
      return mapPage(page, (view) => presentInvitation(view, this.urls));
    }
  }
  return PlaceInvitationRoutes;
}
