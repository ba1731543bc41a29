import { Module } from '@nestjs/common';
import { InsightsModule } from '#modules/insights/index.js';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { PageIndexModule } from '../sites/page-index.module.js';
import { MissingAddresses } from './missing-addresses.js';
import { RedirectDetailPages } from './redirect-detail-pages.js';
import { RedirectListPages } from './redirect-list-pages.js';
import { RedirectTargets } from './redirect-targets.js';
import { RedirectTablePages } from './table-pages.js';

/** Pages about the redirects of sites. */
@Module({
  imports: [MemberPagesModule, SitesModule, InsightsModule, PageIndexModule],
  providers: [RedirectTargets, MissingAddresses, RedirectListPages, RedirectDetailPages, RedirectTablePages],
})
export class RedirectPagesModule {}
