import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CollectionParams, MoveBody, positionOf, TransferBody } from '#modules/collections/index.js';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
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
  @ApiOperation({ operationId: 'listSpacesInOrganizationById', summary: 'Spaces you can see, in order' })
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
  @ApiOperation({ operationId: 'createSpace', summary: 'Make a space' })
  @ApiCreatedResponse({ type: SpaceResource })
  async create(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Body() body: CreateSpaceBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SpaceResource> {
    const view = await this.createSpace.execute(actor, organizationId, body ?? {});
    const resource = presentSpace(view, this.urls);
    response.location(resource.urls.location);
    return resource;
  }

  @Get('collections/:collectionId/spaces')
  @Authenticated('collection:read')
  @ApiOperation({ operationId: 'listSpacesInCollectionById', summary: 'Spaces directly in a collection' })
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
  @ApiOperation({ operationId: 'getSpaceById', summary: 'One space' })
  @ApiOkResponse({ type: SpaceResource })
  async get(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Query() { shareKey }: GetSpaceQuery,
  ): Promise<SpaceResource> {
    const view = await this.spaces.require(actor, spaceId, 'inspect');
    return presentSpace(await this.sharedAddresses.apply(view, shareKey), this.urls);
  }

  @Patch('spaces/:spaceId')
  @Authenticated('space:metadata:write')
  @ApiOperation({ operationId: 'updateSpaceById', summary: 'Change the settings of a space' })
  @ApiOkResponse({ type: SpaceResource })
  async update(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Body() body: UpdateSpaceBody,
  ): Promise<SpaceResource> {
    return presentSpace(await this.updateSpace.execute(actor, spaceId, body), this.urls);
  }

  @Post('spaces/:spaceId/move')
  @HttpCode(200)
  @Authenticated('space:metadata:write')
  @ApiOperation({ operationId: 'moveSpace', summary: 'Move a space within its organization' })
  @ApiOkResponse({ type: SpaceResource })
  async move(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Body() body: MoveBody,
  ): Promise<SpaceResource> {
    const request = { parent: body.parent, position: positionOf(body.position) };
    return presentSpace(await this.moveSpace.execute(actor, spaceId, request), this.urls);
  }

  @Post('spaces/:spaceId/transfer')
  @HttpCode(200)
  @Authenticated('space:metadata:write')
  @ApiOperation({ operationId: 'transferSpace', summary: 'Give a space to another organization' })
  @ApiOkResponse({ type: SpaceResource })
  async transfer(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Body() body: TransferBody,
  ): Promise<SpaceResource> {
    return presentSpace(await this.transferSpaces.execute(actor, spaceId, body.organization), this.urls);
  }
}
