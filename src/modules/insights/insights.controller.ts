import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SiteParams } from '#modules/sites/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated, Public } from '#platform/http/authenticated.js';
import { BodyLimit } from '#platform/http/body/body-limit.js';
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
  @HttpCode(204)
  @Public()
  @BodyLimit(0.5)
  @ApiOperation({ operationId: 'trackEventsInSiteById', summary: 'Report what readers of a site did' })
  @ApiNoContentResponse({ description: 'They are counted.' })
  report(
    @Param() { organizationId, siteId }: SiteParams,
    @Body() { events }: InsightsEventsBody,
  ): Promise<void> {
    return this.insights.report(organizationId, siteId, events, currentContext().address ?? '');
  }

  @Post('events/aggregate')
  @HttpCode(200)
  @Authenticated('site:metadata:read')
  @ApiOperation({ operationId: 'aggregateSiteEvents', summary: 'Count what readers of a site did' })
  @ApiOkResponse({ type: AggregationResource })
  aggregate(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Body() body: AggregateEventsBody,
  ): Promise<AggregationResource> {
    return this.insights.aggregate(actor, organizationId, siteId, body);
  }

  @Get('visitor-segments')
  @Authenticated('site:metadata:read')
  @ApiOperation({
    operationId: 'listVisitorSegments',
    summary: 'Kinds of visitors of a site, by their claims',
  })
  @ApiPage(VisitorSegmentResource)
  segments(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Query() query: PageQuery,
  ) {
    return this.insights.segments(actor, organizationId, siteId, query);
  }
}
