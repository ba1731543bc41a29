import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { BadRequest } from '#platform/http/errors.js';
import { EnumField } from '#platform/http/fields.js';
import { Operation } from '#platform/http/operation.js';
import { SiteParams } from '../site/site.dto.js';
import { ADS_TOPICS, type AdsTopic } from '../site/site.entity.js';
import { Sites } from '../site/sites.service.js';

class SiteAdsBody {
  @EnumField(['in-review', 'disabled'], {
    optional: true,
    description: 'Submit the site, or take it back.',
    example: 'in-review',
  })
  status?: 'in-review' | 'disabled';

  @EnumField(ADS_TOPICS, {
    optional: true,
    description: 'Topic of the content; required to submit.',
    example: 'webdev',
  })
  topic?: AdsTopic;
}

/**
 * Ads of sites. No network of ads belongs to an installation, so a site that was submitted stays in review: what was said is kept and
 * answered, and readers never see an ad.
 */
@ApiTags('sites')
@Controller('v1/orgs/:organizationId/sites/:siteId/ads')
export class SiteAdsController {
  constructor(private readonly sites: Sites) {}

  @Post()
  @Authenticated('site:metadata:write')
  @Operation('updateSiteAdsById', 'Submit a site for ads, or take it back')
  @NoContent('It is as told.')
  async update(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Body() { status, topic }: SiteAdsBody,
  ): Promise<void> {
    await this.sites.change(actor, organizationId, siteId, ({ site }) => {
      if (status === 'disabled') return Promise.resolve({ adsTopic: null });
      const adsTopic = topic ?? site.adsTopic;
      if (status === 'in-review' && adsTopic === null)
        throw new BadRequest(`topic must be one of ${ADS_TOPICS.join(', ')} to submit a site.`);
      return Promise.resolve(status === 'in-review' || site.adsTopic !== null ? { adsTopic } : {});
    });
  }
}
