import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ContentByAddress, ContentByAddressResource, ContentByAddressQuery } from './content-by-address.js';

@ApiTags('urls')
@Controller('v1/urls/content')
export class ContentAddressController {
  constructor(private readonly addresses: ContentByAddress) {}

  @Get()
  @Authenticated('space:content:read')
  @Operation('getContentByUrl', 'The content that an address of this installation means')
  @Ok(ContentByAddressResource)
  find(
    @CurrentActor() actor: Actor,
    @Query() { url }: ContentByAddressQuery,
  ): Promise<ContentByAddressResource> {
    return this.addresses.find(actor, url);
  }
}
