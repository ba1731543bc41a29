import { ContentUpdateResource } from '#modules/space-content/index.js';
import { TemplateBody } from '#modules/templates/index.js';
import { UserResource } from '#modules/users/index.js';
import { EnumField, ObjectField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ShortTextField, type ShortTextInput } from '#modules/documents/index.js';
import { CHANGE_REQUEST_STATUSES, type ChangeRequestStatus } from './change-request.entity.js';

export const CHANGE_REQUEST_ORDERS = ['createdAt', 'updatedAt'] as const;
export type ChangeRequestOrder = (typeof CHANGE_REQUEST_ORDERS)[number];

export class SpaceChangeRequestsParams {
  @TextField({ description: 'Id of the space' })
  spaceId: string;
}

export class ChangeRequestParams extends SpaceChangeRequestsParams {
  @TextField({ description: 'Id of the change request, or its number within the space' })
  changeRequestId: string;
}

export class ListChangeRequestsQuery extends PageQuery {
  @EnumField(CHANGE_REQUEST_STATUSES, {
    optional: true,
    array: true,
    description: 'Only those with this status, or one of several when repeated; open when left out',
  })
  status?: ChangeRequestStatus[];

  @EnumField(CHANGE_REQUEST_ORDERS, {
    optional: true,
    default: 'createdAt',
    description: 'createdAt: the newest first; updatedAt: the last changed first',
  })
  sort?: ChangeRequestOrder;

  @TextField({ optional: true, description: 'Only those created by this user' })
  creator?: string;

  @TextField({ optional: true, description: 'Only those this user made revisions of or commented on' })
  contributor?: string;

  @TextField({ optional: true, description: 'Only those this user was asked to review' })
  requestedReviewer?: string;

  @TextField({ optional: true, description: 'Only those made for this cluster of issues' })
  conversationsIssuesCluster?: string;
}

export class CreateChangeRequestBody {
  @TextField({ optional: true, max: 100, example: 'New names', description: 'Subject in one line' })
  subject?: string;

  @ObjectField(() => TemplateBody, { optional: true, description: 'A template whose pages it adds' })
  template?: TemplateBody;

  @TextField({
    optional: true,
    max: 64,
    description: 'An earlier revision of the space, whose content it proposes to have again',
  })
  revision?: string;
}

export class UpdateChangeRequestBody {
  @TextField({ optional: true, max: 100, example: 'New names', description: 'Subject in one line' })
  subject?: string;

  @ShortTextField({
    optional: true,
    nullable: true,
    description:
      'Longer text, at most 10,000 characters: a document, or an object with a markdown member; null removes it',
  })
  description?: ShortTextInput | null;

  @EnumField(['draft', 'open', 'archived'], {
    optional: true,
    description: 'A change request becomes merged by merging it only',
  })
  status?: Exclude<ChangeRequestStatus, 'merged'>;
}

@ApiSchema({ name: 'ChangeRequestUrls' })
export class ChangeRequestUrlsResource {
  @ApiProperty({ format: 'uri', description: 'Address for people' })
  app: string;

  @ApiProperty({ format: 'uri', description: 'Address of this resource' })
  location: string;
}

@ApiSchema({ name: 'ChangeRequest' })
export class ChangeRequestResource {
  @ApiProperty({ enum: ['change-request'] })
  object: 'change-request';

  @ApiProperty()
  id: string;

  @ApiProperty({ description: 'Counts up from 1 within the space' })
  number: number;

  @ApiProperty({ enum: CHANGE_REQUEST_STATUSES })
  status: ChangeRequestStatus;

  @ApiProperty({ maxLength: 100 })
  subject: string;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'A rich-text document' })
  description?: ShortTextInput;

  @ApiProperty({ type: UserResource })
  createdBy: UserResource;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;

  @ApiProperty({ description: 'Id of the space' })
  space: string;

  @ApiProperty({ description: 'Id of its current revision' })
  revision: string;

  @ApiProperty({ description: 'Id of the revision of the space that it started from' })
  revisionInitial: string;

  @ApiPropertyOptional({ description: 'Id of the revision of the space that the last update brought in' })
  revisionMergedAncestor?: string;

  @ApiPropertyOptional({ description: 'Id of the revision of the space that its merge made' })
  revisionMerged?: string;

  @ApiPropertyOptional({ type: UserResource, description: 'User who merged it; absent before' })
  mergedBy?: UserResource;

  @ApiPropertyOptional({ format: 'date-time', description: 'When it was merged; absent before' })
  mergedAt?: string;

  @ApiPropertyOptional({ description: 'Id of the cluster of issues it was made for' })
  conversationsIssuesCluster?: string;

  @ApiProperty({ description: 'Number of open comments' })
  comments: number;

  @ApiProperty({ description: 'True if the main content has changed since it was started or last updated' })
  outdated: boolean;

  @ApiProperty({ type: ChangeRequestUrlsResource })
  urls: ChangeRequestUrlsResource;
}

@ApiSchema({ name: 'MergeChangeRequestResult' })
export class MergeResultResource {
  @ApiProperty({ description: 'Id of the revision made; of the change request when there are conflicts' })
  revision: string;

  @ApiProperty({ enum: ['merge', 'conflicts'] })
  result: 'merge' | 'conflicts';
}

@ApiSchema({ name: 'UpdateChangeRequestResult' })
export class UpdateResultResource {
  @ApiProperty({ description: 'Id of the current revision of the change request' })
  revision: string;

  @ApiProperty({ enum: ['update', 'conflicts'] })
  result: 'update' | 'conflicts';
}

@ApiSchema({ name: 'ChangeRequestUserContributor' })
export class ContributorResource {
  @ApiProperty({ type: UserResource })
  user: UserResource;

  @ApiProperty({ description: 'Number of revisions they made, or of comments and replies they wrote' })
  count: number;

  @ApiProperty({ format: 'date-time', description: 'Time of their last one' })
  updatedAt: string;

  @ApiProperty({ enum: ['edit', 'comment'] })
  actionType: 'edit' | 'comment';
}

@ApiSchema({ name: 'ChangeRequestContentUpdate' })
export class ChangeRequestContentUpdateResource extends ContentUpdateResource {
  @ApiProperty({ type: ChangeRequestResource })
  changeRequest: ChangeRequestResource;
}
