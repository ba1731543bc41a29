import { ChangeRequestsModule, ReviewComments } from '#modules/change-requests/index.js';
import { ContentModule, RevisionReferences } from '#modules/content/index.js';
import { GitModule } from '#modules/git/index.js';
import { NotificationsModule } from '#modules/notifications/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { UsersModule } from '#modules/users/index.js';
import { Database } from '#platform/database/database.js';
import { Urls } from '#platform/http/urls.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { Mailer } from '#platform/mail/mailer.js';
import { type FactoryProvider, Module, type OnModuleInit } from '@nestjs/common';
import { placeOfRequest, CommentPlaces } from './comment-places.js';
import { presentComment } from './comment.presenter.js';
import { CommentReplies } from './comment-replies.service.js';
import { CommentSummaries } from './comment-summaries.js';
import { CommentWriter } from './comment-writer.js';
import { CommentersRepository } from './commenters.repository.js';
import { CommentsRepository } from './comments.repository.js';
import { Comments } from './comments.service.js';
import { DiscussionMail } from './notifications/discussion-mail.js';
import { DiscussionNews } from './notifications/discussion-news.js';
import { FindNotificationContent } from './notifications/news.js';
import { NoticeSender } from './notifications/notice-sender.js';
import { PullDiscussion } from './pull-requests/pull-discussion.js';
import { SharedComments } from './pull-requests/shared-comments.js';
import { ReactionsRepository } from './reactions/reactions.repository.js';
import { Reactions } from './reactions/reactions.service.js';
import { RequestCommentsController, RequestRepliesController } from './request-comments.controller.js';
import { SpaceCommentsController, SpaceRepliesController } from './space-comments.controller.js';
import { CommentTargets } from './target/comment-targets.js';

/** Without a mail server the subscriber does not exist, so that nothing is queued. */
const discussionMail: FactoryProvider<DiscussionMail | null> = {
  provide: DiscussionMail,
  inject: [Mailer, Database, Jobs, DiscussionNews, NoticeSender],
  useFactory: (mailer: Mailer, ...uses: ConstructorParameters<typeof DiscussionMail>) =>
    mailer.isEnabled ? new DiscussionMail(...uses) : null,
};

/** Comments on spaces and change requests, and the mail about them. */
@Module({
  imports: [
    UsersModule,
    NotificationsModule,
    ContentModule,
    OrganizationsModule,
    SpacesModule,
    SpaceContentModule,
    ChangeRequestsModule,
    GitModule,
  ],
  controllers: [
    SpaceCommentsController,
    SpaceRepliesController,
    RequestCommentsController,
    RequestRepliesController,
  ],
  providers: [
    Comments,
    CommentReplies,
    CommentPlaces,
    CommentWriter,
    CommentTargets,
    Reactions,
    CommentsRepository,
    CommentersRepository,
    ReactionsRepository,
    NoticeSender,
    FindNotificationContent,
    DiscussionNews,
    CommentSummaries,
    PullDiscussion,
    SharedComments,
    discussionMail,
  ],
  exports: [Comments, CommentReplies, DiscussionNews, CommentSummaries],
})
export class CommentsModule implements OnModuleInit {
  constructor(
    private readonly comments: Comments,
    private readonly reviews: ReviewComments,
    private readonly urls: Urls,
    private readonly revisions: RevisionReferences,
    private readonly repository: CommentsRepository,
  ) {}

  onModuleInit(): void {
    this.revisions.find.register((organizationId, ids) =>
      this.repository.findReferenced(organizationId, ids),
    );
    this.reviews.register({
      post: (actor, found, reviewId, body) =>
        this.comments.postWithReview(placeOfRequest(actor, found), reviewId, body),
      present: async (actor, found, reviewIds, format) => {
        const views = await this.comments.findOfReviews(placeOfRequest(actor, found), reviewIds);
        return new Map([...views].map(([id, view]) => [id, presentComment(view, this.urls, format)]));
      },
    });
  }
}
