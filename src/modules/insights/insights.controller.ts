import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SiteParams } from '#modules/sites/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated, Public } from '#platform/http/authenticated.js';
import { BodyLimit } from '#platform/http/body/body-limit.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { currentContext } from '#platform/logging/context.js';
import {
  AggregateEventsBody,
  AggregationResource,
  InsightsEventsBody,
  VisitorSegmentResource,
} from './insights.dto.js';
import { Insights } from './insights.service.js';

@ApiTags('insights')
@Controller('v1/orgs/:organizationId/sites/:siteId/insights')
export class InsightsController {
  constructor(private readonly insights: Insights) {}

  @Post('events')
  @Public()
  @BodyLimit(0.5)
  @Operation('trackEventsInSiteById', 'Report what readers of a site did')
  @NoContent('They are counted.')
  report(
    @Param() { organizationId, siteId }: SiteParams,
    @Body() { events }: InsightsEventsBody,
  ): Promise<void> {
    return this.insights.report(organizationId, siteId, events, currentContext().address ?? '');
  }

  @Post('events/aggregate')
  @Authenticated('site:metadata:read')
  @Operation('aggregateSiteEvents', 'Count what readers of a site did')
  @Ok(AggregationResource)
  aggregate(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Body() body: AggregateEventsBody,
  ): Promise<AggregationResource> {
    return this.insights.aggregate(actor, organizationId, siteId, body);
  }

  @Get('visitor-segments')
  @Authenticated('site:metadata:read')
  @Operation('listVisitorSegments', 'Kinds of visitors of a site, by their claims')
  @ApiPage(VisitorSegmentResource)
  segments(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Query() query: PageQuery,
  ) {
    return this.insights.segments(actor, organizationId, siteId, query);
  }
}
