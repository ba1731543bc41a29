import { Module } from '@nestjs/common';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { LooksPages } from './looks-pages.js';
import { LooksViews } from './looks-views.js';
import { SitePictures } from './site-pictures.js';

/** The page on which a site gets its looks. */
@Module({
  imports: [MemberPagesModule, SitesModule, SpacesModule, PicturesModule],
  providers: [LooksViews, SitePictures, LooksPages],
})
export class LooksModule {}
