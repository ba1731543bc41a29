import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import {
  DateTimeField,
  EnumField,
  MapField,
  ObjectField,
  TextField,
  UrlField,
} from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import { PART_ROLES, type PartRole } from './records/conversation.entity.js';

const MAX_PARTS = 200;
const MAX_BODY = 100_000;

@ApiSchema({ name: 'ConversationPartMessage' })
export class ConversationPartBody {
  @EnumField(['message'])
  type: 'message';

  @EnumField(PART_ROLES, {
    description: 'Role of its author; questions are looked for in the parts that users wrote',
  })
  role: PartRole;

  @TextField({ max: MAX_BODY, description: 'Markdown or HTML' })
  body: string;
}

@ApiSchema({ name: 'ConversationMetadata' })
export class ConversationMetadataBody {
  @UrlField({ optional: true, description: 'Address of the conversation at its source' })
  url?: string;

  @MapField({
    optional: true,
    max: 50,
    name: TextField({ max: 255 }),
    value: TextField({ max: 1000 }),
    description: 'Up to 50 texts by name, each of at most 1000 characters',
    schema: { type: 'object', additionalProperties: { type: 'string' } },
  })
  attributes?: Record<string, string>;

  @DateTimeField({ optional: true, description: 'When it began; now when left out' })
  createdAt?: string;
}

@ApiSchema({ name: 'ConversationInput' })
export class ConversationInputBody {
  @TextField({
    min: 1,
    max: 255,
    description: 'Id at the source; a second one of the same id replaces the first',
    example: 'ticket-4711',
  })
  id: string;

  @ObjectField(() => ConversationMetadataBody, { optional: true })
  metadata?: ConversationMetadataBody;

  @TextField({ optional: true, max: 512 })
  subject?: string;

  @ObjectField(() => ConversationPartBody, {
    array: { max: MAX_PARTS },
    example: [{ type: 'message', role: 'user', body: 'How do I change my address?' }],
  })
  parts: ConversationPartBody[];
}

export class ConversationParams extends OrganizationParams {
  @TextField({ max: 255, description: 'Id of the conversation' })
  conversationId: string;
}

export class IssueParams extends OrganizationParams {
  @TextField({ max: 64, description: 'Id of the issue' })
  issueId: string;
}

export class ListConversationsQuery extends PageQuery {
  @TextField({ optional: true, max: 512, description: 'Only those of this source' })
  source?: string;
}

export class ListIssuesQuery extends PageQuery {
  @TextField({ optional: true, max: 64, description: 'Only those of this cluster' })
  cluster?: string;

  @TextField({ optional: true, max: 255, description: 'Only those of this conversation' })
  conversation?: string;
}

@ApiSchema({ name: 'ConversationUrls' })
export class ConversationUrlsResource {
  @ApiProperty({ format: 'uri' })
  location: string;

  @ApiPropertyOptional({ format: 'uri', description: 'Address at the source' })
  source?: string;
}

@ApiSchema({ name: 'Conversation' })
export class ConversationResource {
  @ApiProperty({ enum: ['conversation'] })
  object: 'conversation';

  @ApiProperty()
  id: string;

  @ApiPropertyOptional()
  subject?: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Absent until its issues are known' })
  processedAt?: string;

  @ApiProperty({ description: '`email`, or `integration:<name>:<source>`' })
  source: string;

  @ApiProperty({ type: ConversationUrlsResource })
  urls: ConversationUrlsResource;
}

@ApiSchema({ name: 'ConversationPart' })
export class ConversationPartResource {
  @ApiProperty({ enum: ['message'] })
  type: 'message';

  @ApiProperty({ enum: PART_ROLES })
  role: PartRole;

  @ApiProperty({ description: 'Markdown, with personal data masked' })
  body: string;
}

@ApiSchema({ name: 'ConversationStoredMetadata' })
export class ConversationMetadataResource {
  @ApiPropertyOptional({ format: 'uri' })
  url?: string;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  attributes: Record<string, string>;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

@ApiSchema({ name: 'ConversationDetails' })
export class ConversationDetailsResource {
  @ApiProperty({ type: ConversationResource })
  conversation: ConversationResource;

  @ApiProperty({ type: [ConversationPartResource] })
  parts: ConversationPartResource[];

  @ApiProperty({ type: ConversationMetadataResource })
  metadata: ConversationMetadataResource;
}

@ApiSchema({ name: 'ConversationIssueUrls' })
export class IssueUrlsResource {
  @ApiProperty({ format: 'uri' })
  location: string;
}

@ApiSchema({ name: 'ConversationIssue' })
export class IssueResource {
  @ApiProperty({ enum: ['conversation-issue'] })
  object: 'conversation-issue';

  @ApiProperty()
  id: string;

  @ApiProperty({ description: 'The question' })
  title: string;

  @ApiProperty({ description: 'The question with what stood around it' })
  summary: string;

  @ApiProperty({ format: 'date-time', description: 'When the conversation began' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  ingestedAt: string;

  @ApiProperty({ description: 'Id of the conversation' })
  conversation: string;

  @ApiPropertyOptional({ description: 'Id of the cluster; absent while it is the only one of its kind' })
  cluster?: string;

  @ApiProperty({ type: IssueUrlsResource })
  urls: IssueUrlsResource;
}

@ApiSchema({ name: 'ConversationIssueDetails' })
export class IssueDetailsResource {
  @ApiProperty({ type: IssueResource })
  issue: IssueResource;

  @ApiProperty({ type: ConversationResource })
  conversation: ConversationResource;
}
