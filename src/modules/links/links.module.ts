import { Module } from '@nestjs/common';
import { ChangeRequestsModule } from '#modules/change-requests/index.js';
import { CollectionsModule } from '#modules/collections/index.js';
import { ContentModule } from '#modules/content/index.js';
import { OpenApiModule } from '#modules/openapi/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { UsersModule } from '#modules/users/index.js';
import { BacklinksRepository } from './backlinks.repository.js';
import { ChangeRequestLinksController } from './change-request-links.controller.js';
import { ContentSides } from './graph/content-side.js';
import { LinkContexts } from './link-contexts.js';
import { LinksRepository } from './links.repository.js';
import { Links } from './links.service.js';
import { InternalAddresses } from './locations/internal-addresses.js';
import { InternalAddressesRepository } from './locations/internal-addresses.repository.js';
import { LocationLoader } from './locations/location-loader.js';
import { BrokenLinksController } from './organization/broken-links.controller.js';
import { BrokenLinksRepository } from './organization/broken-links.repository.js';
import { OrganizationLinks } from './organization/organization-links.service.js';
import { SeenEntriesRepository } from './organization/seen-entries.repository.js';
import { UsagesRepository } from './usages.repository.js';
import { MetaLinksController } from './meta/meta-links.controller.js';
import { FindMetaLinks } from './meta/meta-links.service.js';
import { SpaceLinksController } from './space-links.controller.js';

/** References of content, from both ends, and their status. */
@Module({
  imports: [
    ContentModule,
    UsersModule,
    OrganizationsModule,
    OpenApiModule,
    CollectionsModule,
    SpacesModule,
    SpaceContentModule,
    ChangeRequestsModule,
  ],
  controllers: [
    BrokenLinksController,
    SpaceLinksController,
    ChangeRequestLinksController,
    MetaLinksController,
  ],
  providers: [
    BacklinksRepository,
    BrokenLinksRepository,
    ContentSides,
    InternalAddresses,
    InternalAddressesRepository,
    LinkContexts,
    Links,
    LinksRepository,
    LocationLoader,
    OrganizationLinks,
    SeenEntriesRepository,
    FindMetaLinks,
    UsagesRepository,
  ],
  exports: [LinkContexts, Links, OrganizationLinks],
})
export class LinksModule {}
