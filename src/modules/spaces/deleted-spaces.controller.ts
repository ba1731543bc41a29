import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiSchema, ApiTags } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { DeletedSpaces } from './deleted-spaces.js';
import { PurgeSpace } from './purge-space.js';
import { SpaceParams, SpaceResource } from './space.dto.js';
import { presentSpace } from './space.presenter.js';

@ApiSchema({ name: 'DeletedSpace' })
export class DeletedSpaceResource {
  @ApiProperty({ enum: ['deleted-space'] })
  object: 'deleted-space';

  @ApiProperty({ type: SpaceResource })
  space: SpaceResource;

  @ApiPropertyOptional({ description: 'Id of the user who deleted it, while it is known.' })
  deletedBy?: string;

  @ApiProperty({ format: 'date-time', description: 'It can be restored until then, and is removed after.' })
  restorableUntil: string;

  @ApiProperty({ description: 'You may restore it, and remove it for good.' })
  restorable: boolean;
}

@ApiTags('spaces')
@Controller('v1')
export class DeletedSpacesController {
  constructor(
    private readonly deleted: DeletedSpaces,
    private readonly purgeSpace: PurgeSpace,
    private readonly urls: Urls,
  ) {}

  @Get('orgs/:organizationId/deleted-spaces')
  @Authenticated('space:metadata:read')
  @Operation('listDeletedSpacesInOrganizationById', 'Deleted spaces that can be restored, the latest first')
  @ApiPage(DeletedSpaceResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Query() query: PageQuery,
  ): Promise<Page<DeletedSpaceResource>> {
    const page = await this.deleted.list(actor, organizationId, query);
    return mapPage(page, ({ view, deletedBy, restorableUntil, isRestorable }) => ({
      object: 'deleted-space' as const,
      space: presentSpace(view, this.urls),
      ...(deletedBy === null ? {} : { deletedBy }),
      restorableUntil: restorableUntil.toISOString(),
      restorable: isRestorable,
    }));
  }

  @Post('spaces/:spaceId/purge')
  @Authenticated('space:metadata:write')
  @Operation('purgeSpace', 'Remove a deleted space for good')
  @NoContent('It is gone, and cannot be restored.')
  async purge(@CurrentActor() actor: Actor, @Param() { spaceId }: SpaceParams): Promise<void> {
    await this.purgeSpace.execute(actor, spaceId);
  }
}
