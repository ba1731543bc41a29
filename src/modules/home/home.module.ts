import { Module } from '@nestjs/common';
import { ChangeRequestsModule } from '#modules/change-requests/index.js';
import { CommentsModule } from '#modules/comments/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { UsersModule } from '#modules/users/index.js';
import { InboxController } from './inbox/inbox.controller.js';
import { InboxJobs } from './inbox/inbox.jobs.js';
import { InboxListeners } from './inbox/inbox.listeners.js';
import { InboxRepository } from './inbox/inbox.repository.js';
import { RecentPagesController } from './recent-pages/recent-pages.controller.js';
import { RecentPagesRepository } from './recent-pages/recent-pages.repository.js';
import { RecentPages } from './recent-pages/recent-pages.service.js';
import { Inbox } from './inbox/inbox.service.js';

/** The things to which each member comes back: the news for them, and the pages they read lately. */
@Module({
  imports: [UsersModule, OrganizationsModule, ChangeRequestsModule, CommentsModule],
  controllers: [InboxController, RecentPagesController],
  providers: [Inbox, InboxRepository, InboxListeners, InboxJobs, RecentPages, RecentPagesRepository],
  exports: [Inbox, RecentPages],
})
export class HomeModule {}
