import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CollectionParams, CollectionResource, presentCollection } from '#modules/collections/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { Urls } from '#platform/http/urls.js';
import { ArchiveContents } from './archive-contents.js';
import { SpaceParams, SpaceResource } from './space.dto.js';
import { presentSpace } from './space.presenter.js';

@ApiTags('spaces')
@Controller('v1/spaces/:spaceId')
export class ArchivedSpacesController {
  constructor(
    private readonly archiving: ArchiveContents,
    private readonly urls: Urls,
  ) {}

  @Post('archive')
  @Authenticated('space:metadata:write')
  @Operation('archiveSpace', 'Archive a space: it is read, and nobody changes it')
  @Ok(SpaceResource)
  async archive(@CurrentActor() actor: Actor, @Param() { spaceId }: SpaceParams): Promise<SpaceResource> {
    return presentSpace(await this.archiving.archiveSpace(actor, spaceId), this.urls);
  }

  @Post('unarchive')
  @Authenticated('space:metadata:write')
  @Operation('unarchiveSpace', 'Bring a space back from the archive')
  @Ok(SpaceResource)
  async unarchive(@CurrentActor() actor: Actor, @Param() { spaceId }: SpaceParams): Promise<SpaceResource> {
    return presentSpace(await this.archiving.unarchiveSpace(actor, spaceId), this.urls);
  }
}

@ApiTags('collections')
@Controller('v1/collections/:collectionId')
export class ArchivedCollectionsController {
  constructor(
    private readonly archiving: ArchiveContents,
    private readonly urls: Urls,
  ) {}

  @Post('archive')
  @Authenticated('collection:write')
  @Operation('archiveCollection', 'Archive a collection with everything in it')
  @Ok(CollectionResource)
  async archive(
    @CurrentActor() actor: Actor,
    @Param() { collectionId }: CollectionParams,
  ): Promise<CollectionResource> {
    return presentCollection(await this.archiving.archiveCollection(actor, collectionId), this.urls);
  }

  @Post('unarchive')
  @Authenticated('collection:write')
  @Operation('unarchiveCollection', 'Bring a collection back with everything that was archived with it')
  @Ok(CollectionResource)
  async unarchive(
    @CurrentActor() actor: Actor,
    @Param() { collectionId }: CollectionParams,
  ): Promise<CollectionResource> {
    return presentCollection(await this.archiving.unarchiveCollection(actor, collectionId), this.urls);
  }
}
