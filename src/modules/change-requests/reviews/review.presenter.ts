import { presentUser } from '#modules/users/index.js';
import type { Urls } from '#platform/http/urls.js';
import type { RequestedReviewerResource, ReviewResource } from './review.dto.js';
import type { RequestedReviewerRow } from './reviews.repository.js';
import type { ReviewView } from './reviews.service.js';

/** The wire form of a review. */
export function presentReview({ changeRequest, review, comment }: ReviewView, urls: Urls): ReviewResource {
  const { spaceId, id } = changeRequest;
  return {
    object: 'change-request-review',
    id: review.id,
    revision: review.revisionId,
    reviewer: presentUser(review.reviewer, urls),
    ...(review.requester === null ? {} : { requestedBy: presentUser(review.requester, urls) }),
    status: review.status,
    outdated: review.outdated,
    ...(comment === undefined ? {} : { comment }),
    createdAt: review.createdAt.toISOString(),
    updatedAt: review.updatedAt.toISOString(),
    urls: { location: urls.api('spaces', spaceId, 'change-requests', id, 'reviews', review.id) },
  };
}

/** The wire form of a request for review. */
export function presentRequestedReviewer(row: RequestedReviewerRow, urls: Urls): RequestedReviewerResource {
  return {
    object: 'change-request-requested-reviewer',
    kind: 'user',
    user: presentUser(row.user, urls),
    revision: row.revisionId,
    requestedBy: presentUser(row.requester, urls),
    createdAt: row.createdAt.toISOString(),
  };
}
