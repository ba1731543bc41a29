import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CollectionParams, Collections } from '#modules/collections/index.js';
import { SpaceParams, Spaces } from '#modules/spaces/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { InviteLinkResource } from './invite-link.dto.js';
import { presentInviteLink } from './invite-link.presenter.js';
import { type InviteLinkView, InviteLinks } from './invite-links.service.js';

/** Bindery's own operations: the published contract makes links to spaces and collections, but does not list them. */
@ApiTags('organization-invites')
@Controller('v1')
export class ContentInviteLinksController {
  constructor(
    private readonly links: InviteLinks,
    private readonly spaces: Spaces,
    private readonly collections: Collections,
    private readonly urls: Urls,
  ) {}

  @Get('spaces/:spaceId/link-invites')
  @Authenticated('permissions:read')
  @Operation('listInviteLinksInSpace', 'Invite links to a space, newest first')
  @ApiPage(InviteLinkResource)
  async listOfSpace(
    @CurrentActor() actor: Actor,
    @Param() { spaceId: id }: SpaceParams,
    @Query() query: PageQuery,
  ): Promise<Page<InviteLinkResource>> {
    const { space } = await this.spaces.requireSpace(actor, id, 'invite');
    return this.present(await this.links.list(actor, space.organizationId, { type: 'space', id }, query));
  }

  @Get('collections/:collectionId/link-invites')
  @Authenticated('permissions:read')
  @Operation('listInviteLinksInCollection', 'Invite links to a collection, newest first')
  @ApiPage(InviteLinkResource)
  async listOfCollection(
    @CurrentActor() actor: Actor,
    @Param() { collectionId: id }: CollectionParams,
    @Query() query: PageQuery,
  ): Promise<Page<InviteLinkResource>> {
    const { collection } = await this.collections.requireCollection(actor, id, 'invite');
    const target = { type: 'collection', id } as const;
    return this.present(await this.links.list(actor, collection.organizationId, target, query));
  }

  private present(page: Page<InviteLinkView>): Page<InviteLinkResource> {
    return mapPage(page, (view) => presentInviteLink(view, this.urls));
  }
}
