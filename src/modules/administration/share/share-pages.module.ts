import { Module } from '@nestjs/common';
import { AccessModule } from '#modules/access/index.js';
import { CollectionsModule } from '#modules/collections/index.js';
import { InvitesModule } from '#modules/invites/index.js';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { TeamsModule } from '#modules/teams/index.js';
import { RoleOrigins } from './role-origins.js';
import { ShareForms } from './share-forms.js';
import { ShareInvitationForms } from './share-invitation-forms.js';
import { SharePages } from './share-pages.js';
import { SharePlaces } from './share-places.js';
import { ShareViews } from './share-views.js';

/** Pages that say who gets to spaces, collections and sites, and let people and teams in and out. */
@Module({
  imports: [
    MemberPagesModule,
    AccessModule,
    OrganizationsModule,
    TeamsModule,
    CollectionsModule,
    SpacesModule,
    SitesModule,
    InvitesModule,
  ],
  providers: [RoleOrigins, SharePlaces, ShareViews, ShareInvitationForms, ShareForms, SharePages],
  exports: [RoleOrigins],
})
export class SharePagesModule {}
