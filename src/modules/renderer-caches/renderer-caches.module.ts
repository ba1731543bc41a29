import { Module } from '@nestjs/common';
import { ChangeRequestsModule } from '#modules/change-requests/index.js';
import { IntegrationsModule } from '#modules/integrations/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { RendererCachesJobs } from './renderer-caches.jobs.js';
import { RendererEndpoint } from './renderer-endpoint.js';

/** Tells the renderer that the operator named what it has to read again. Part of the application only where one is named. */
@Module({
  imports: [ChangeRequestsModule, SitesModule, IntegrationsModule],
  providers: [RendererCachesJobs, RendererEndpoint],
})
export class RendererCachesModule {}
