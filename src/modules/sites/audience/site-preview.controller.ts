import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { TextField } from '#platform/http/fields.js';
import { Operation } from '#platform/http/operation.js';
import { SiteParams } from '../site/site.dto.js';
import { SitePreviews } from './site-previews.js';

class SitePreviewQuery {
  @TextField({
    optional: true,
    description: 'Id of the site space to begin with; the default one otherwise.',
  })
  siteSpace?: string;

  @TextField({
    optional: true,
    max: 1000,
    description: 'Claims of the imagined reader, as Rison or JSON, such as `(isBeta:!t)`.',
  })
  claims?: string;
}

/** Address of a preview. */
export class SitePreviewResource {
  @ApiProperty({ format: 'uri', maxLength: 2048, description: 'Works for an hour.' })
  url: string;
}

@ApiTags('site-preview')
@Controller('v1/orgs/:organizationId/sites/:siteId/publishing/preview')
export class SitePreviewController {
  constructor(private readonly previews: SitePreviews) {}

  @Get()
  @Authenticated('site:metadata:read')
  @Operation('getSitePublishingPreviewById', 'An address that shows a site to you as readers would see it')
  @Ok(SitePreviewResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Query() { siteSpace, claims }: SitePreviewQuery,
  ): Promise<SitePreviewResource> {
    return { url: await this.previews.create(actor, organizationId, siteId, siteSpace, claims) };
  }
}
