import { Module, type OnModuleInit } from '@nestjs/common';
import { AccessModule } from '#modules/access/index.js';
import { MemberStats, OrganizationHooks, OrganizationsModule } from '#modules/organizations/index.js';
import { InviteHooks, InvitesModule } from '#modules/invites/index.js';
import { ContentModule } from '#modules/content/index.js';
import { GitModule } from '#modules/git/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { UsersModule } from '#modules/users/index.js';
import { SharedAddresses, SpaceHooks, SpacesModule } from '#modules/spaces/index.js';
import { AdaptiveSchemaController } from './audience/adaptive-schema.controller.js';
import { AdaptiveSchemas } from './audience/adaptive-schema.service.js';
import { PublishingAuthController } from './audience/publishing-auth.controller.js';
import { SitePublishingAuth } from './audience/publishing-auth.service.js';
import { ShareLinksController } from './audience/share-links.controller.js';
import { ShareLinksRepository } from './audience/share-links.repository.js';
import { ShareLinks } from './audience/share-links.service.js';
import { SitePreviewController } from './audience/site-preview.controller.js';
import { SitePreviews } from './audience/site-previews.js';
import { VisitorTokens } from './audience/visitor-tokens.js';
import { MemberVisitors } from './audience/member-visitors.js';
import { VisitorTrials } from './audience/visitor-trials.js';
import { VisitorBackends } from './audience/visitor-backends.js';
import { Visitors } from './audience/visitors.js';
import { LookDraftsRepository } from './customization/look-drafts.repository.js';
import { LookDrafts } from './customization/look-drafts.js';
import { LookDraftsJobs } from './customization/look-drafts.jobs.js';
import { CustomFonts } from './customization/custom-fonts.service.js';
import { CustomFontsController } from './customization/custom-fonts.controller.js';
import { CustomFontsRepository } from './customization/custom-fonts.repository.js';
import { Customizations } from './customization/customizations.service.js';
import { CustomizationsController } from './customization/customizations.controller.js';
import { CustomizationsRepository } from './customization/customizations.repository.js';
import { CustomizationImages } from './customization/customization-images.js';
import { SiteMediaController } from './customization/site-media.controller.js';
import { ADDRESS_CONTROLLERS, ADDRESS_PROVIDERS } from './addresses/address.parts.js';
import { REDIRECT_CONTROLLERS, REDIRECT_PROVIDERS } from './redirects/redirect.parts.js';
import { SiteRedirects } from './redirects/site-redirects.service.js';
import { SiteAdsController } from './ads/site-ads.controller.js';
import { SiteAddress } from './addresses/site-address.js';
import { SpaceLooks } from './published/space-looks.js';
import { AddressEvidence } from './addresses/claims/address-evidence.js';
import { CustomHostnames } from './addresses/hostnames/custom-hostnames.service.js';
import { SiteProxies } from './addresses/proxies/site-proxies.service.js';
import { AddressClaims } from './addresses/claims/address-claims.service.js';
import { SiteLocator } from './addresses/site-locator.js';
import { SitePublishing } from './published/site-publishing.js';
import { PublicSites } from './published/public-sites.js';
import { SiteBlueprints } from './published/site-blueprints.js';
import { EditNavigation } from './structure/edit-navigation.service.js';
import { EditSections } from './structure/edit-sections.service.js';
import { EditSiteSpaces } from './structure/edit-site-spaces.service.js';
import { SiteSpaces } from './structure/site-spaces.service.js';
import { SiteStructures } from './structure/site-structures.service.js';
import { STRUCTURE_CONTROLLERS, STRUCTURE_PROVIDERS } from './structure/structure.parts.js';
import { SiteInvitationsController } from './site/site-invitations.controller.js';
import { SitePermissionsController } from './site/site-permissions.controller.js';
import { SitesController } from './site/sites.controller.js';
import { SitesRepository } from './site/sites.repository.js';
import { SiteAudit } from './site/site-audit.js';
import { Sites } from './site/sites.service.js';

/** Sites: which spaces are published where and for whom. */
@Module({
  imports: [
    GitModule,
    StorageModule,
    ContentModule,
    UsersModule,
    OrganizationsModule,
    AccessModule,
    SpacesModule,
    InvitesModule,
  ],
  controllers: [
    SiteAdsController,
    SitesController,
    SitePermissionsController,
    SiteInvitationsController,
    ...ADDRESS_CONTROLLERS,
    ...REDIRECT_CONTROLLERS,
    ShareLinksController,
    PublishingAuthController,
    AdaptiveSchemaController,
    SitePreviewController,
    ...STRUCTURE_CONTROLLERS,
    CustomizationsController,
    CustomFontsController,
    SiteMediaController,
  ],
  providers: [
    CustomizationsRepository,
    Customizations,
    LookDraftsRepository,
    LookDrafts,
    LookDraftsJobs,
    CustomFontsRepository,
    CustomFonts,
    CustomizationImages,
    SitesRepository,
    ...ADDRESS_PROVIDERS,
    ...REDIRECT_PROVIDERS,
    SiteBlueprints,
    PublicSites,
    SitePublishing,
    ...STRUCTURE_PROVIDERS,
    SiteAudit,
    Sites,
    VisitorTokens,
    Visitors,
    VisitorBackends,
    ShareLinksRepository,
    ShareLinks,
    SitePublishingAuth,
    AdaptiveSchemas,
    VisitorTrials,
    MemberVisitors,
    SitePreviews,
    SpaceLooks,
  ],
  exports: [
    Sites,
    SiteSpaces,
    SiteStructures,
    EditSiteSpaces,
    EditSections,
    EditNavigation,
    SitePublishing,
    SiteAddress,
    SiteLocator,
    AddressClaims,
    SpaceLooks,
    SiteRedirects,
    Visitors,
    VisitorBackends,
    SitePreviews,
    CustomFonts,
    Customizations,
    LookDrafts,
    CustomizationImages,
    PublicSites,
    ShareLinks,
    SitePublishingAuth,
    VisitorTrials,
    MemberVisitors,
    AdaptiveSchemas,
    CustomHostnames,
    SiteProxies,
    AddressEvidence,
  ],
})
export class SitesModule implements OnModuleInit {
  constructor(
    private readonly organizationHooks: OrganizationHooks,
    private readonly memberStats: MemberStats,
    private readonly siteRows: SitesRepository,
    private readonly spaceHooks: SpaceHooks,
    private readonly inviteHooks: InviteHooks,
    private readonly sites: Sites,
    private readonly siteSpaces: SiteSpaces,
    private readonly sharedAddresses: SharedAddresses,
    private readonly shareLinks: ShareLinks,
    private readonly images: CustomizationImages,
    private readonly lookDrafts: LookDraftsRepository,
  ) {}

  onModuleInit(): void {
    this.memberStats.registerCounter('sites', (organizationId, userIds) =>
      this.siteRows.countByUser(organizationId, userIds),
    );
    this.organizationHooks.hasSite.register((organizationId, siteId) =>
      this.sites.exists(organizationId, siteId),
    );
    this.inviteHooks.requireSite.register(async (actor, organizationId, siteId) => {
      const { site, role } = await this.sites.requireSite(actor, organizationId, siteId, 'invite');
      return { title: site.title, held: role };
    });
    this.inviteHooks.siteTitles.register((organizationId, siteIds) =>
      this.siteRows.findTitles(organizationId, siteIds),
    );
    this.organizationHooks.hostnameChanged.register((organizationId) =>
      this.siteSpaces.describeAllSpaces(organizationId),
    );
    this.organizationHooks.storeImage.register((...image) => this.images.store(...image));
    this.organizationHooks.memberRemoved.register((organizationId, userId) =>
      this.lookDrafts.deleteOf(organizationId, userId),
    );
    this.organizationHooks.imagesChanged.register((organizationId) =>
      this.images.deleteUnused(organizationId),
    );
    this.spaceHooks.refuseTransfer.register((organizationId, spaceIds) =>
      this.siteSpaces.refuseTransfer(organizationId, spaceIds),
    );
    this.sharedAddresses.register((organizationId, spaceId, key) =>
      this.shareLinks.addressOf(organizationId, spaceId, key),
    );
    this.spaceHooks.restored.register((organizationId, spaceId) =>
      this.siteSpaces.describeSpaces(organizationId, [spaceId]),
    );
    this.spaceHooks.purge.register((organizationId, spaceId) =>
      this.siteSpaces.deleteSpace(organizationId, spaceId),
    );
  }
}
