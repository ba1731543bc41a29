import { Module, type OnModuleInit } from '@nestjs/common';
import { AccessModule } from '#modules/access/index.js';
import { OrganizationHooks, OrganizationsModule } from '#modules/organizations/index.js';
import { SpaceHooks, SpacesModule } from '#modules/spaces/index.js';
import { SiteAddress } from './addresses/site-address.js';
import { SiteLocator } from './addresses/site-locator.js';
import { SitePublishing } from './published/site-publishing.js';
import { SiteBlueprints } from './published/site-blueprints.js';
import { SiteSpacesController } from './structure/site-spaces.controller.js';
import { SiteSpacesRepository } from './structure/site-spaces.repository.js';
import { SiteSpaces } from './structure/site-spaces.service.js';
import { SiteStructure } from './structure/site-structure.service.js';
import { SitesController } from './site/sites.controller.js';
import { SitesRepository } from './site/sites.repository.js';
import { Sites } from './site/sites.service.js';

/** Sites: which spaces are published where and for whom. */
@Module({
  imports: [OrganizationsModule, AccessModule, SpacesModule],
  controllers: [SitesController, SiteSpacesController],
  providers: [
    SitesRepository,
    SiteSpacesRepository,
    SiteAddress,
    SiteLocator,
    SiteBlueprints,
    SitePublishing,
    SiteSpaces,
    Sites,
    SiteStructure,
  ],
  exports: [Sites, SiteSpaces, SitePublishing, SiteAddress, SiteLocator],
})
export class SitesModule implements OnModuleInit {
  constructor(
    private readonly organizationHooks: OrganizationHooks,
    private readonly spaceHooks: SpaceHooks,
    private readonly sites: Sites,
    private readonly siteSpaces: SiteSpaces,
  ) {}

  onModuleInit(): void {
    this.organizationHooks.registerSiteCheck((organizationId, siteId) =>
      this.sites.exists(organizationId, siteId),
    );
    this.organizationHooks.registerHostnameChange((organizationId) =>
      this.siteSpaces.describeAllSpaces(organizationId),
    );
    this.spaceHooks.registerTransfer({
      refuse: (organizationId, spaceIds) => this.siteSpaces.refuseTransfer(organizationId, spaceIds),
    });
    this.spaceHooks.registerPurge((organizationId, spaceId) =>
      this.siteSpaces.forgetSpace(organizationId, spaceId),
    );
  }
}
