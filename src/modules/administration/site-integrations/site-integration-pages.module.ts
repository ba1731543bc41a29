import { Module } from '@nestjs/common';
import { IntegrationsModule } from '#modules/integrations/index.js';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SiteIntegrationPages } from './site-integration-pages.js';

/** Pages about the integrations of sites. */
@Module({
  imports: [MemberPagesModule, SitesModule, IntegrationsModule],
  providers: [SiteIntegrationPages],
})
export class SiteIntegrationPagesModule {}
