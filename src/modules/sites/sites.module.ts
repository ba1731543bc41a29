import { Module } from '@nestjs/common';
import { AccessModule } from '#modules/access/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { SiteAddress } from './site-address.js';
import { SitePublishing } from './site-publishing.js';
import { SiteSpacesController } from './site-spaces.controller.js';
import { SiteSpacesRepository } from './site-spaces.repository.js';
import { SiteSpaces } from './site-spaces.service.js';
import { SiteStructure } from './site-structure.service.js';
import { SitesController } from './sites.controller.js';
import { SitesRepository } from './sites.repository.js';
import { Sites } from './sites.service.js';

/** Sites: which spaces are published where and for whom. */
@Module({
  imports: [AccessModule, SpacesModule],
  controllers: [SitesController, SiteSpacesController],
  providers: [
    SitesRepository,
    SiteSpacesRepository,
    SiteAddress,
    SitePublishing,
    SiteSpaces,
    Sites,
    SiteStructure,
  ],
  exports: [Sites, SiteSpaces, SitePublishing, SiteAddress],
})
export class SitesModule {}
