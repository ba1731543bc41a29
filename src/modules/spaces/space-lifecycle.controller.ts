import { Controller, Delete, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedWithLocation, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
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
  @Authenticated('space:metadata:write')
  @Operation('deleteSpaceById', 'Delete a space; it can be restored for seven days')
  @NoContent('It is deleted, or was not there.')
  async delete(@CurrentActor() actor: Actor, @Param() { spaceId }: SpaceParams): Promise<void> {
    await this.deleteSpace.delete(actor, spaceId);
  }

  @Post('restore')
  @Authenticated('space:metadata:write')
  @Operation('restoreSpace', 'Bring a deleted space back')
  @Ok(SpaceResource)
  async restore(@CurrentActor() actor: Actor, @Param() { spaceId }: SpaceParams): Promise<SpaceResource> {
    return presentSpace(await this.deleteSpace.restore(actor, spaceId), this.urls);
  }

  @Post('duplicate')
  @Authenticated('space:metadata:write')
  @Operation('duplicateSpace', 'Make another space with the same content, settings and audience')
  @CreatedWithLocation(SpaceResource)
  async duplicate(@CurrentActor() actor: Actor, @Param() { spaceId }: SpaceParams): Promise<SpaceResource> {
    return presentSpace(await this.duplicateSpace.execute(actor, spaceId), this.urls);
  }
}
