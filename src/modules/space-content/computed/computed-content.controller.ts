import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { SpaceContentParams } from '../reading/content-queries.dto.js';
import { documentSchema, FileResource, ReusableContentResource } from '../reading/content.dto.js';
import { ComputeContent } from './compute-content.js';
import { ComputeBody, ComputedRevisionResource } from './computed-content.dto.js';

@ApiTags('space-content')
@Controller('v1/spaces/:spaceId/content/computed')
export class ComputedContentController {
  constructor(private readonly compute: ComputeContent) {}

  @Post('document')
  @HttpCode(200)
  @Authenticated('space:content:read')
  @Operation('getComputedDocument', 'The document that a source gives; nothing is stored')
  @ApiOkResponse({ schema: documentSchema })
  getDocument(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceContentParams,
    @Body() body: ComputeBody,
  ): Promise<object> {
    return this.compute.document(actor, spaceId, body);
  }

  @Post('revision')
  @Authenticated('space:content:read')
  @Operation('getComputedRevision', 'The pages that a source gives; nothing is stored')
  @ApiExtraModels(FileResource, ReusableContentResource)
  @Ok(ComputedRevisionResource)
  getRevision(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceContentParams,
    @Body() body: ComputeBody,
  ): Promise<ComputedRevisionResource> {
    return this.compute.revision(actor, spaceId, body);
  }
}
