import { Module } from '@nestjs/common';
import { InsightsModule } from '#modules/insights/index.js';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { PageIndexModule } from '../sites/page-index.module.js';
import { InsightsPages } from './insights-pages.js';
import { SiteInsights } from './site-insights.js';

/** Pages about what readers of sites do. */
@Module({
  imports: [MemberPagesModule, SitesModule, InsightsModule, PageIndexModule],
  providers: [SiteInsights, InsightsPages],
})
export class InsightsPagesModule {}
