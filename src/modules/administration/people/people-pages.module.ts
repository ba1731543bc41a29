import { Module } from '@nestjs/common';
import { AccessModule } from '#modules/access/index.js';
import { CollectionsModule } from '#modules/collections/index.js';
import { InvitesModule } from '#modules/invites/index.js';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { TeamsModule } from '#modules/teams/index.js';
import { SharePagesModule } from '../share/share-pages.module.js';
import { InvitationPages } from './invitation-pages.js';
import { LinkPages } from './link-pages.js';
import { MemberDetailPages } from './member-detail-pages.js';
import { MemberListPages } from './member-list-pages.js';
import { TeamDetailPages } from './team-detail-pages.js';
import { TeamPages } from './team-pages.js';

/** Members, invitations, links that let people in, and teams. */
@Module({
  imports: [
    MemberPagesModule,
    OrganizationsModule,
    TeamsModule,
    AccessModule,
    CollectionsModule,
    SpacesModule,
    InvitesModule,
    SitesModule,
    SharePagesModule,
  ],
  providers: [MemberListPages, MemberDetailPages, InvitationPages, LinkPages, TeamPages, TeamDetailPages],
})
export class PeoplePagesModule {}
