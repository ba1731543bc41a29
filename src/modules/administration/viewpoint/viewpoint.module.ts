import { Module } from '@nestjs/common';
import { AccessModule } from '#modules/access/index.js';
import { CollectionsModule } from '#modules/collections/index.js';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { PublishingModule } from '#modules/publishing/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { UsersModule } from '#modules/users/index.js';
import { SharePagesModule } from '../share/share-pages.module.js';
import { SeenListPages } from './seen-list-pages.js';
import { SeenSitePages } from './seen-site-pages.js';
import { SeenSpacePages } from './seen-space-pages.js';
import { Viewpoints } from './viewpoints.js';

/** The organization as one of its members sees it, for administrators. */
@Module({
  imports: [
    MemberPagesModule,
    UsersModule,
    OrganizationsModule,
    AccessModule,
    CollectionsModule,
    SpacesModule,
    SpaceContentModule,
    SitesModule,
    PublishingModule,
    SharePagesModule,
  ],
  providers: [Viewpoints, SeenListPages, SeenSpacePages, SeenSitePages],
})
export class ViewpointModule {}
