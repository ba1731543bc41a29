import { Module } from '@nestjs/common';
import { ContentModule } from '#modules/content/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { SitePageIndexes } from './site-page-index.js';

/** Names the pages of sites. */
@Module({
  imports: [ContentModule, SitesModule, SpacesModule],
  providers: [SitePageIndexes],
  exports: [SitePageIndexes],
})
export class PageIndexModule {}
