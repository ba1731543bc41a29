import { Module } from '@nestjs/common';
import { ChangeRequestsModule } from '#modules/change-requests/index.js';
import { GitModule } from '#modules/git/index.js';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { UsersModule } from '#modules/users/index.js';
import { GitPages } from './git-pages.js';

/** The connection of a space with a repository. */
@Module({
  imports: [MemberPagesModule, SpacesModule, GitModule, ChangeRequestsModule, UsersModule],
  providers: [GitPages],
})
export class GitPagesModule {}
