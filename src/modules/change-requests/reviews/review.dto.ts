import { UserResource } from '#modules/users/index.js';
import { BooleanField, EnumField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema, IntersectionType } from '@nestjs/swagger';
import { ShortTextField, type ShortTextInput } from '#modules/documents/index.js';
import { ChangeRequestParams } from '../change-request.dto.js';
import type { CommentFormat } from './review-comments.js';
import { REVIEW_STATUSES, type ReviewStatus } from './change-request-review.entity.js';

export class ReviewParams extends ChangeRequestParams {
  @TextField({ description: 'Id of the review' })
  reviewId: string;
}

export class RequestedReviewerParams extends ChangeRequestParams {
  @TextField({ description: 'Id of the user who was asked' })
  userId: string;
}

export class ReviewFormatQuery {
  @EnumField(['document', 'markdown'], {
    optional: true,
    description: 'Format of comments; markdown when left out',
  })
  format?: CommentFormat;
}

export class ListReviewsQuery extends IntersectionType(PageQuery, ReviewFormatQuery) {
  @BooleanField({ optional: true, description: 'true: only outdated reviews, false: only the others' })
  outdated?: boolean;
}

export class SubmitReviewBody {
  @EnumField(REVIEW_STATUSES)
  status: ReviewStatus;

  @ShortTextField({
    optional: true,
    description: 'Comment on it: an object with a markdown or a document member',
  })
  comment?: ShortTextInput;
}

export class RequestReviewersBody {
  @TextField({ array: { max: 50 }, description: 'Ids of the users to ask', example: ['{userId}'] })
  users: string[];

  @TextField({ optional: true, max: 100, description: 'New subject of the change request' })
  subject?: string;

  @ShortTextField({
    optional: true,
    description:
      'New description, at most 10,000 characters: a document, or an object with a markdown member',
  })
  description?: ShortTextInput;
}

@ApiSchema({ name: 'ChangeRequestReviewUrls' })
export class ReviewUrlsResource {
  @ApiProperty({ format: 'uri' })
  location: string;
}

@ApiSchema({ name: 'ChangeRequestReview' })
export class ReviewResource {
  @ApiProperty({ enum: ['change-request-review'] })
  object: 'change-request-review';

  @ApiProperty()
  id: string;

  @ApiProperty({ description: 'Id of the revision that was reviewed' })
  revision: string;

  @ApiProperty({ type: UserResource })
  reviewer: UserResource;

  @ApiPropertyOptional({
    type: UserResource,
    description: 'User who requested it; absent for a review that nobody requested',
  })
  requestedBy?: UserResource;

  @ApiProperty({ enum: REVIEW_STATUSES })
  status: ReviewStatus;

  @ApiProperty({
    description:
      'True if the change request has another revision now, or the reviewer was asked or reviewed again',
  })
  outdated: boolean;

  // The class belongs to a module above, so its schema is referenced by name.
  @ApiPropertyOptional({
    allOf: [{ $ref: '#/components/schemas/Comment' }],
    description: 'Comment of the reviewer',
  })
  comment?: ShortTextInput;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;

  @ApiProperty({ type: ReviewUrlsResource })
  urls: ReviewUrlsResource;
}

@ApiSchema({ name: 'ChangeRequestRequestedReviewer' })
export class RequestedReviewerResource {
  @ApiProperty({ enum: ['change-request-requested-reviewer'] })
  object: 'change-request-requested-reviewer';

  @ApiProperty({ enum: ['user'] })
  kind: 'user';

  @ApiProperty({ type: UserResource, description: 'User who was asked' })
  user: UserResource;

  @ApiProperty({ description: 'Id of the revision of the change request when they were asked' })
  revision: string;

  @ApiProperty({ type: UserResource, description: 'User who asked' })
  requestedBy: UserResource;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

@ApiSchema({ name: 'RequestedReviewers' })
export class RequestedReviewersResource {
  @ApiProperty({ type: [RequestedReviewerResource], description: 'The requests that were made' })
  users: RequestedReviewerResource[];
}
