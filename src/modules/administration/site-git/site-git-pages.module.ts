import { Module } from '@nestjs/common';
import { GitModule } from '#modules/git/index.js';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { UsersModule } from '#modules/users/index.js';
import { SiteGitPages } from './site-git-pages.js';

/** The connection of a site with a repository. */
@Module({
  imports: [MemberPagesModule, SitesModule, SpacesModule, GitModule, UsersModule],
  providers: [SiteGitPages],
})
export class SiteGitPagesModule {}
