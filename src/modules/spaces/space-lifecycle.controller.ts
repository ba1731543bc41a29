import { Controller, Delete, HttpCode, Param, Post, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Urls } from '#platform/http/urls.js';
import { DeleteSpace } from './delete-space.js';
import { DuplicateSpace } from './duplicate-space.js';
import { SpaceParams, SpaceResource } from './space.dto.js';
import { presentSpace } from './space.presenter.js';

@ApiTags('spaces')
@Controller('v1/spaces/:spaceId')
export class SpaceLifecycleController {
  constructor(
    private readonly deleteSpace: DeleteSpace,
    private readonly duplicateSpace: DuplicateSpace,
    private readonly urls: Urls,
  ) {}

  @Delete()
  @HttpCode(204)
  @Authenticated('space:metadata:write')
  @ApiOperation({
    operationId: 'deleteSpaceById',
    summary: 'Delete a space; it can be restored for seven days',
  })
  @ApiNoContentResponse({ description: 'It is deleted, or was not there.' })
  async delete(@CurrentActor() actor: Actor, @Param() { spaceId }: SpaceParams): Promise<void> {
    await this.deleteSpace.delete(actor, spaceId);
  }

  @Post('restore')
  @HttpCode(200)
  @Authenticated('space:metadata:write')
  @ApiOperation({ operationId: 'restoreSpace', summary: 'Bring a deleted space back' })
  @ApiOkResponse({ type: SpaceResource })
  async restore(@CurrentActor() actor: Actor, @Param() { spaceId }: SpaceParams): Promise<SpaceResource> {
    return presentSpace(await this.deleteSpace.restore(actor, spaceId), this.urls);
  }

  @Post('duplicate')
  @Authenticated('space:metadata:write')
  @ApiOperation({
    operationId: 'duplicateSpace',
    summary: 'Make another space with the same content, settings and audience',
  })
  @ApiCreatedResponse({ type: SpaceResource })
  async duplicate(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SpaceResource> {
    const resource = presentSpace(await this.duplicateSpace.execute(actor, spaceId), this.urls);
    response.location(resource.urls.location);
    return resource;
  }
}
