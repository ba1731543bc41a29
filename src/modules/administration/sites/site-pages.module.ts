import { Module } from '@nestjs/common';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { TemplatesModule } from '#modules/templates/index.js';
import { NewSitePages } from './list/new-site-pages.js';
import { SiteListPages } from './list/site-list-pages.js';
import { SiteOverviewPages } from './overview/overview-pages.js';
import { SiteChecks } from './overview/site-checks.js';

/** Pages on which the owners of sites make, publish and arrange them. */
@Module({
  imports: [MemberPagesModule, SitesModule, SpacesModule, TemplatesModule],
  providers: [SiteListPages, NewSitePages, SiteChecks, SiteOverviewPages],
})
export class SitePagesModule {}
