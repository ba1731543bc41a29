import { Module } from '@nestjs/common';
import { GitModule } from '#modules/git/index.js';
import { IntegrationsModule } from '#modules/integrations/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { DemoRepository } from './demo.repository.js';
import { Demo } from './demo.js';

/** The demo content of a new installation. */
@Module({
  imports: [SpacesModule, GitModule, SitesModule, IntegrationsModule],
  providers: [DemoRepository, Demo],
  exports: [Demo],
})
export class DemoModule {}
