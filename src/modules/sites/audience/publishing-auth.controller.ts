import { Body, Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { SiteParams } from '../site/site.dto.js';
import { PublishingAuthResource, UpdatePublishingAuthBody } from './publishing-auth.dto.js';
import { type PublishingAuth, SitePublishingAuth } from './publishing-auth.service.js';

@ApiTags('site-publishing-auth')
@Controller('v1/orgs/:organizationId/sites/:siteId/publishing/auth')
export class PublishingAuthController {
  constructor(private readonly auth: SitePublishingAuth) {}

  @Get()
  @Authenticated('site:visitor:auth')
  @Operation('getSitePublishingAuthById', 'Get the settings for the sign-in of visitors')
  @Ok(PublishingAuthResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
  ): Promise<PublishingAuthResource> {
    return present(await this.auth.get(actor, organizationId, siteId));
  }

  @Patch()
  @Authenticated('site:visitor:auth')
  @Operation('updateSitePublishingAuthById', 'Change how visitors are signed in')
  @Ok(PublishingAuthResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Body() body: UpdatePublishingAuthBody,
  ): Promise<PublishingAuthResource> {
    return present(await this.auth.update(actor, organizationId, siteId, body));
  }

  @Post('regenerate')
  @Authenticated('site:visitor:auth')
  @Operation(
    'regenerateSitePublishingAuthById',
    'Make a new key; tokens signed with the old one stop working',
  )
  @Ok(PublishingAuthResource)
  async regenerate(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
  ): Promise<PublishingAuthResource> {
    return present(await this.auth.regenerate(actor, organizationId, siteId));
  }
}

function present({ privateKey, fallbackUrl, backend, integration }: PublishingAuth): PublishingAuthResource {
  return {
    object: 'publishing-auth',
    backend,
    privateKey,
    ...(integration === null ? {} : { integration }),
    ...(fallbackUrl === null ? {} : { fallbackURL: fallbackUrl }),
  };
}
