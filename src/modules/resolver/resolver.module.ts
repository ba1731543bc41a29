import { Module } from '@nestjs/common';
import { ChangeRequestsModule } from '#modules/change-requests/index.js';
import { PublishingModule } from '#modules/publishing/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { UsersModule } from '#modules/users/index.js';
import { EmbedsController } from './embeds/embeds.controller.js';
import { LookupController } from './lookup/lookup.controller.js';
import { LookupUrl } from './lookup/lookup-url.js';
import { Previews } from './lookup/previews.js';
import { PublishedSites } from './published-site/published-sites.service.js';
import { PublishedSitesController } from './published-site/published-sites.controller.js';
import { SearchPublishedSite } from './published-site/search-published-site.js';
import { ContentTokens } from './tokens/content-tokens.js';
import { SiteReaders } from './tokens/site-readers.js';

/** Services for external renderers: the meaning of an address, and the site behind it as one visitor sees it. */
@Module({
  imports: [
    StorageModule,
    UsersModule,
    SpacesModule,
    SpaceContentModule,
    ChangeRequestsModule,
    SitesModule,
    PublishingModule,
  ],
  controllers: [LookupController, PublishedSitesController, EmbedsController],
  providers: [ContentTokens, SiteReaders, Previews, LookupUrl, PublishedSites, SearchPublishedSite],
})
export class ResolverModule {}
