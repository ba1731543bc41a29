import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { UserResource } from '#modules/users/index.js';
import { BooleanField, DateTimeField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import { INBOX_KINDS, type InboxKind } from './inbox-entry.entity.js';

export class ListInboxQuery extends PageQuery {
  @BooleanField({ optional: true, description: 'Only unread entries' })
  unread?: boolean;
}

export class UnreadInboxBody {
  @TextField({ array: { max: 100 }, max: 64, description: 'Ids of the entries', example: ['{entryId}'] })
  entries: string[];
}

export class ReadInboxBody {
  @TextField({
    optional: true,
    array: { max: 100 },
    max: 64,
    description: 'Ids of the entries; all when left out',
  })
  entries?: string[];

  @DateTimeField({
    optional: true,
    description: 'Leaves out entries that came later than this',
    example: '2026-01-31T12:00:00Z',
  })
  until?: string;
}

@ApiSchema({ name: 'InboxSpace' })
export class InboxSpaceResource {
  @ApiProperty()
  id: string;

  @ApiProperty()
  title: string;

  @ApiPropertyOptional({ description: 'The emoji of the space' })
  emoji?: string;
}

@ApiSchema({ name: 'InboxChangeRequest' })
export class InboxChangeRequestResource {
  @ApiProperty()
  id: string;

  @ApiProperty()
  number: number;

  @ApiProperty()
  subject: string;

  @ApiProperty({ enum: ['draft', 'open', 'archived', 'merged'], description: 'Its status now' })
  status: string;
}

@ApiSchema({ name: 'InboxPage' })
export class InboxPageResource {
  @ApiProperty()
  id: string;

  @ApiProperty({ description: 'Its title when the comment was written' })
  title: string;
}

@ApiSchema({ name: 'InboxComment' })
export class InboxCommentResource {
  @ApiProperty()
  id: string;

  @ApiPropertyOptional({ description: 'The comment that it replies to' })
  parent?: string;

  @ApiProperty({ description: 'The beginning of its text' })
  text: string;

  @ApiPropertyOptional({ type: InboxPageResource, description: 'The page it is on' })
  page?: InboxPageResource;
}

@ApiSchema({ name: 'InboxUrls' })
export class InboxUrlsResource {
  @ApiProperty({ format: 'uri', description: 'Opens what it is about, and marks the entry as read' })
  app: string;
}

@ApiSchema({ name: 'InboxEntry' })
export class InboxEntryResource {
  @ApiProperty({ enum: ['inbox-entry'] })
  object: 'inbox-entry';

  @ApiProperty()
  id: string;

  @ApiProperty({ enum: INBOX_KINDS, description: 'The reason for the entry' })
  kind: InboxKind;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Absent while it is unread' })
  readAt?: string;

  @ApiPropertyOptional({
    type: UserResource,
    description: 'The user who did it; absent once deleted, and for what nobody did',
  })
  actor?: UserResource;

  @ApiProperty({ type: InboxSpaceResource })
  space: InboxSpaceResource;

  @ApiPropertyOptional({ type: InboxChangeRequestResource })
  changeRequest?: InboxChangeRequestResource;

  @ApiPropertyOptional({ type: InboxCommentResource })
  comment?: InboxCommentResource;

  @ApiProperty({ type: InboxUrlsResource })
  urls: InboxUrlsResource;
}

@ApiSchema({ name: 'InboxCount' })
export class InboxCountResource {
  @ApiProperty({ enum: ['inbox-count'] })
  object: 'inbox-count';

  @ApiProperty({ description: 'Number of unread entries; 100 stands for a hundred or more' })
  unread: number;
}
