import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedWithLocation, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import {
  CollectionParams,
  CollectionResource,
  CreateCollectionBody,
  ListCollectionsQuery,
  MoveBody,
  positionOf,
  TransferBody,
  UpdateCollectionBody,
} from './collection.dto.js';
import { presentCollection } from './collection.presenter.js';
import { CollectionTree } from './collection-tree.js';
import { Collections } from './collections.service.js';

@ApiTags('collections')
@Controller('v1')
export class CollectionsController {
  constructor(
    private readonly collections: Collections,
    private readonly tree: CollectionTree,
    private readonly urls: Urls,
  ) {}

  @Get('orgs/:organizationId/collections')
  @Authenticated('collection:read')
  @Operation('listCollectionsInOrganizationById', 'Collections you can see, in order')
  @ApiPage(CollectionResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Query() query: ListCollectionsQuery,
  ): Promise<Page<CollectionResource>> {
    const page = await this.collections.list(actor, organizationId, query.nested ?? true, query);
    return mapPage(page, (view) => presentCollection(view, this.urls));
  }

  @Post('orgs/:organizationId/collections')
  @Authenticated('collection:write')
  @Operation('createCollection', 'Make a collection')
  @CreatedWithLocation(CollectionResource)
  async create(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Body() body: CreateCollectionBody,
  ): Promise<CollectionResource> {
    return presentCollection(await this.collections.create(actor, organizationId, body), this.urls);
  }

  @Get('collections/:collectionId')
  @Authenticated('collection:read')
  @Operation('getCollectionById', 'One collection')
  @Ok(CollectionResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { collectionId }: CollectionParams,
  ): Promise<CollectionResource> {
    return presentCollection(
      await this.collections.requireCollection(actor, collectionId, 'view'),
      this.urls,
    );
  }

  @Patch('collections/:collectionId')
  @Authenticated('collection:write')
  @Operation('updateCollectionById', 'Change the settings of a collection')
  @Ok(CollectionResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() { collectionId }: CollectionParams,
    @Body() body: UpdateCollectionBody,
  ): Promise<CollectionResource> {
    return presentCollection(await this.collections.update(actor, collectionId, body), this.urls);
  }

  @Delete('collections/:collectionId')
  @Authenticated('collection:write')
  @Operation('deleteCollectionById', 'Delete a collection; what is in it moves to its parent')
  @NoContent('It is gone, or was not there.')
  async delete(@CurrentActor() actor: Actor, @Param() { collectionId }: CollectionParams): Promise<void> {
    await this.tree.delete(actor, collectionId);
  }

  @Post('collections/:collectionId/move')
  @Authenticated('collection:write')
  @Operation('moveCollection', 'Move a collection with everything in it')
  @Ok(CollectionResource)
  async move(
    @CurrentActor() actor: Actor,
    @Param() { collectionId }: CollectionParams,
    @Body() body: MoveBody,
  ): Promise<CollectionResource> {
    const request = { parent: body.parent, position: positionOf(body.position) };
    return presentCollection(await this.tree.move(actor, collectionId, request), this.urls);
  }

  @Post('collections/:collectionId/transfer')
  @Authenticated('collection:write')
  @Operation('transferCollection', 'Give a collection with everything in it to another organization')
  @Ok(CollectionResource)
  async transfer(
    @CurrentActor() actor: Actor,
    @Param() { collectionId }: CollectionParams,
    @Body() body: TransferBody,
  ): Promise<CollectionResource> {
    return presentCollection(await this.tree.transfer(actor, collectionId, body.organization), this.urls);
  }
}
