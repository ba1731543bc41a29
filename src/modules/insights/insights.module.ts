import { Module } from '@nestjs/common';
import { PublishingModule } from '#modules/publishing/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { AggregateEvents } from './aggregation/aggregate-events.js';
import { ReaderEventHooks } from './events/reader-event-hooks.js';
import { RecordEvents } from './events/record-events.js';
import { SiteEventsRepository } from './events/site-events.repository.js';
import { VisitorHashes } from './events/visitor-hashes.js';
import { InsightsController } from './insights.controller.js';
import { InsightsJobs } from './insights.jobs.js';
import { Insights } from './insights.service.js';
import { PageEventsRoute } from './page-events.route.js';

/** Statistics of the readers of sites, without identifying them. */
@Module({
  imports: [SitesModule, PublishingModule],
  controllers: [InsightsController],
  providers: [
    SiteEventsRepository,
    VisitorHashes,
    ReaderEventHooks,
    RecordEvents,
    AggregateEvents,
    Insights,
    InsightsJobs,
    PageEventsRoute,
  ],
  exports: [AggregateEvents, ReaderEventHooks],
})
export class InsightsModule {}
