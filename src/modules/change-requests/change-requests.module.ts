import { AccessModule } from '#modules/access/index.js';
import { ContentModule, RevisionReferences } from '#modules/content/index.js';
import { OrganizationHooks, OrganizationsModule } from '#modules/organizations/index.js';
import { MergeOrigins, SpaceContentModule } from '#modules/space-content/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { TemplatesModule } from '#modules/templates/index.js';
import { UsersModule } from '#modules/users/index.js';
import { Urls } from '#platform/http/urls.js';
import { Module, type OnModuleInit } from '@nestjs/common';
import { ChangeRequestAccess } from './change-request-access.js';
import { ChangeRequestDiscussion } from './change-request-discussion.js';
import { ChangeRequestBranches } from './change-request-branches.js';
import { presentChangeRequest } from './change-request.presenter.js';
import { ChangeRequestsController } from './change-requests.controller.js';
import { ChangeRequestsRepository } from './change-requests.repository.js';
import { ChangeRequests } from './change-requests.service.js';
import { ChangeRequestContentController } from './content/change-request-content.controller.js';
import { ChangeRequestContent } from './content/change-request-content.service.js';
import { ContentTemplateController } from './content/content-template.controller.js';
import { ProposedContent } from './content/proposed-content.js';
import { ChangeRequestConflictsRepository } from './merge/change-request-conflicts.repository.js';
import { ChangeRequestConflicts } from './merge/conflicts.service.js';
import { MergeChangeRequest } from './merge/merge-change-request.js';
import { MergeRuleCheck } from './merge/merge-rule-check.js';
import { MergeController } from './merge/merge.controller.js';
import { ThreeWayMerge } from './merge/three-way-merge.js';
import { MergeStatuses } from './merge/merge-status.service.js';
import { UpdateChangeRequest } from './merge/update-change-request.js';
import { OpenChangeRequest } from './open-change-request.js';
import { RequestedReviewers } from './reviews/requested-reviewers.service.js';
import { ReviewComments } from './reviews/review-comments.js';
import { ReviewsController } from './reviews/reviews.controller.js';
import { ReviewsRepository } from './reviews/reviews.repository.js';
import { ViewedPagesController } from './reviews/viewed-pages.controller.js';
import { ViewedPagesRepository } from './reviews/viewed-pages.repository.js';
import { ViewedPages } from './reviews/viewed-pages.service.js';
import { Reviews } from './reviews/reviews.service.js';

/** Change requests: proposing, reviewing and merging changes of a space. */
@Module({
  imports: [
    AccessModule,
    ContentModule,
    OrganizationsModule,
    SpacesModule,
    SpaceContentModule,
    TemplatesModule,
    UsersModule,
  ],
  controllers: [
    ChangeRequestsController,
    ChangeRequestContentController,
    ContentTemplateController,
    MergeController,
    ReviewsController,
    ViewedPagesController,
  ],
  providers: [
    ChangeRequestsRepository,
    ChangeRequestConflictsRepository,
    ReviewsRepository,
    ChangeRequestAccess,
    ChangeRequestDiscussion,
    ChangeRequestBranches,
    ChangeRequests,
    OpenChangeRequest,
    ChangeRequestContent,
    ProposedContent,
    ThreeWayMerge,
    MergeRuleCheck,
    MergeStatuses,
    ViewedPagesRepository,
    ViewedPages,
    MergeChangeRequest,
    UpdateChangeRequest,
    ChangeRequestConflicts,
    Reviews,
    ReviewComments,
    RequestedReviewers,
  ],
  exports: [
    ChangeRequestDiscussion,
    ReviewComments,
    ChangeRequests,
    OpenChangeRequest,
    ChangeRequestContent,
    ProposedContent,
    MergeChangeRequest,
    UpdateChangeRequest,
    ChangeRequestConflicts,
    MergeStatuses,
    Reviews,
    RequestedReviewers,
    ViewedPages,
  ],
})
export class ChangeRequestsModule implements OnModuleInit {
  constructor(
    private readonly origins: MergeOrigins,
    private readonly changeRequests: ChangeRequests,
    private readonly urls: Urls,
    private readonly organizationHooks: OrganizationHooks,
    private readonly reviews: ReviewsRepository,
    private readonly revisions: RevisionReferences,
    private readonly repository: ChangeRequestsRepository,
  ) {}

  onModuleInit(): void {
    this.organizationHooks.memberRemoved.register((organizationId, userId) =>
      this.reviews.deleteReviewer(organizationId, userId),
    );
    this.revisions.find.register((organizationId, ids) =>
      this.repository.findReferenced(organizationId, ids),
    );
    this.origins.register(async (organizationId, spaceId, id) => {
      const row = (await this.changeRequests.findByIds(organizationId, [id])).get(id);
      return row?.changeRequest.spaceId === spaceId ? presentChangeRequest(row, this.urls) : null;
    });
  }
}
