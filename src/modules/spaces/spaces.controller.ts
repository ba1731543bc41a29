import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CollectionParams, MoveBody, positionOf, TransferBody } from '#modules/collections/index.js';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedWithLocation, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { CreateSpace } from './create-space.js';
import { MoveSpace } from './move-space.js';
import { SharedAddresses } from './shared-addresses.js';
import { CreateSpaceBody, GetSpaceQuery, SpaceParams, SpaceResource, UpdateSpaceBody } from './space.dto.js';
import { presentSpace } from './space.presenter.js';
import { Spaces } from './spaces.service.js';
import { TransferSpaces } from './transfer-spaces.js';
import { UpdateSpace } from './update-space.js';

@ApiTags('spaces')
@Controller('v1')
export class SpacesController {
  constructor(
    private readonly spaces: Spaces,
    private readonly createSpace: CreateSpace,
    private readonly updateSpace: UpdateSpace,
    private readonly moveSpace: MoveSpace,
    private readonly transferSpaces: TransferSpaces,
    private readonly sharedAddresses: SharedAddresses,
    private readonly urls: Urls,
  ) {}

  @Get('orgs/:organizationId/spaces')
  @Authenticated('space:metadata:read')
  @Operation('listSpacesInOrganizationById', 'Spaces you can see, in order')
  @ApiPage(SpaceResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Query() query: PageQuery,
  ): Promise<Page<SpaceResource>> {
    return mapPage(await this.spaces.list(actor, organizationId, query), (view) =>
      presentSpace(view, this.urls),
    );
  }

  @Post('orgs/:organizationId/spaces')
  @Authenticated('space:metadata:write')
  @Operation('createSpace', 'Make a space')
  @CreatedWithLocation(SpaceResource)
  async create(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Body() body: CreateSpaceBody,
  ): Promise<SpaceResource> {
    const view = await this.createSpace.execute(actor, organizationId, body ?? {});
    return presentSpace(view, this.urls);
  }

  @Get('collections/:collectionId/spaces')
  @Authenticated('collection:read')
  @Operation('listSpacesInCollectionById', 'Spaces directly in a collection')
  @ApiPage(SpaceResource)
  async listInCollection(
    @CurrentActor() actor: Actor,
    @Param() { collectionId }: CollectionParams,
    @Query() query: PageQuery,
  ): Promise<Page<SpaceResource>> {
    return mapPage(await this.spaces.listInCollection(actor, collectionId, query), (view) =>
      presentSpace(view, this.urls),
    );
  }

  @Get('spaces/:spaceId')
  @Authenticated('space:metadata:read', { siteReaders: true })
  @Operation('getSpaceById', 'One space')
  @Ok(SpaceResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Query() { shareKey }: GetSpaceQuery,
  ): Promise<SpaceResource> {
    const view = await this.spaces.requireSpace(actor, spaceId, 'inspect');
    return presentSpace(await this.sharedAddresses.apply(view, shareKey), this.urls);
  }

  @Patch('spaces/:spaceId')
  @Authenticated('space:metadata:write')
  @Operation('updateSpaceById', 'Change the settings of a space')
  @Ok(SpaceResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Body() body: UpdateSpaceBody,
  ): Promise<SpaceResource> {
    return presentSpace(await this.updateSpace.execute(actor, spaceId, body), this.urls);
  }

  @Post('spaces/:spaceId/move')
  @Authenticated('space:metadata:write')
  @Operation('moveSpace', 'Move a space within its organization')
  @Ok(SpaceResource)
  async move(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Body() body: MoveBody,
  ): Promise<SpaceResource> {
    const request = { parent: body.parent, position: positionOf(body.position) };
    return presentSpace(await this.moveSpace.execute(actor, spaceId, request), this.urls);
  }

  @Post('spaces/:spaceId/transfer')
  @Authenticated('space:metadata:write')
  @Operation('transferSpace', 'Give a space to another organization')
  @Ok(SpaceResource)
  async transfer(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Body() body: TransferBody,
  ): Promise<SpaceResource> {
    return presentSpace(await this.transferSpaces.execute(actor, spaceId, body.organization), this.urls);
  }
}
