import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SpaceParams, Spaces } from '#modules/spaces/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated, Public } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { describeEmbed } from './describe-embed.js';
import { EmbedQuery, EmbedResource } from './embed.dto.js';

@ApiTags('urls')
@Controller('v1')
export class EmbedsController {
  constructor(private readonly spaces: Spaces) {}

  @Get('urls/embed')
  @Public()
  @Operation('getEmbedByUrl', 'Get the embed of an address')
  @Ok(EmbedResource)
  get(@Query() { url }: EmbedQuery): EmbedResource {
    return describeEmbed(url);
  }

  @Get('spaces/:spaceId/embed')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('getEmbedByUrlInSpace', 'Get the embed of an address in a page of the space')
  @Ok(EmbedResource)
  async getInSpace(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Query() { url }: EmbedQuery,
  ): Promise<EmbedResource> {
    await this.spaces.requireSpace(actor, spaceId, 'view');
    return describeEmbed(url);
  }
}
