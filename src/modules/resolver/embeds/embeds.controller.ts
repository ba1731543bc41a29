import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SpaceParams, Spaces } from '#modules/spaces/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated, Public } from '#platform/http/authenticated.js';
import { describeEmbed } from './describe-embed.js';
import { EmbedQuery, EmbedResource } from './embed.dto.js';

@ApiTags('urls')
@Controller('v1')
export class EmbedsController {
  constructor(private readonly spaces: Spaces) {}

  @Get('urls/embed')
  @Public()
  @ApiOperation({ operationId: 'getEmbedByUrl', summary: 'Get the embed of an address' })
  @ApiOkResponse({ type: EmbedResource })
  get(@Query() { url }: EmbedQuery): EmbedResource {
    return describeEmbed(url);
  }

  @Get('spaces/:spaceId/embed')
  @Authenticated('space:content:read', { siteReaders: true })
  @ApiOperation({
    operationId: 'getEmbedByUrlInSpace',
    summary: 'Get the embed of an address in a page of the space',
  })
  @ApiOkResponse({ type: EmbedResource })
  async getInSpace(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Query() { url }: EmbedQuery,
  ): Promise<EmbedResource> {
    await this.spaces.require(actor, spaceId, 'view');
    return describeEmbed(url);
  }
}
