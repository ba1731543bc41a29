import { UserResource } from '#modules/users/index.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'EmojiReactionUser' })
export class ReactionUserResource {
  @ApiProperty({ type: UserResource })
  user: UserResource;

  @ApiProperty({ format: 'date-time' })
  reactedAt: string;
}

@ApiSchema({ name: 'EmojiReaction' })
export class ReactionResource {
  @ApiProperty({ description: 'Code points of the emoji in hexadecimal', example: '1f44d' })
  emoji: string;

  @ApiProperty({ description: 'Number of users who reacted with it' })
  count: number;

  @ApiProperty({ type: [ReactionUserResource], description: 'Users in the order of their reactions' })
  users: ReactionUserResource[];
}

@ApiSchema({ name: 'UserContributor' })
export class ReplierResource {
  @ApiProperty({ type: UserResource })
  user: UserResource;

  @ApiProperty({ type: 'integer', description: 'Number of their replies' })
  count: number;

  @ApiProperty({ format: 'date-time', description: 'Time of their last one' })
  updatedAt: string;
}

@ApiSchema({ name: 'CommentBody' })
export class CommentBodyResource {
  @ApiPropertyOptional()
  markdown?: string;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'A rich-text document' })
  document?: object;
}

@ApiSchema({ name: 'CommentTargetPage' })
export class TargetPageResource {
  @ApiProperty()
  id: string;

  @ApiProperty({ description: 'Its title when the comment was posted' })
  title: string;
}

@ApiSchema({ name: 'CommentTargetNode' })
export class TargetNodeResource {
  @ApiProperty({ description: 'Key of the block' })
  id: string;

  @ApiProperty({ description: 'The beginning of what it, or the cell, said when the comment was posted' })
  text: string;
}

@ApiSchema({ name: 'TableCellTarget' })
export class TableCellResource {
  @ApiProperty({ description: 'Id of the row' })
  record: string;

  @ApiProperty({ description: 'Id of the column' })
  definition: string;
}

@ApiSchema({ name: 'TextQuote' })
export class TextQuoteResource {
  @ApiProperty({ description: 'The words as they were when the comment was posted' })
  exact: string;

  @ApiPropertyOptional({ description: 'The end of the text before them' })
  prefix?: string;

  @ApiPropertyOptional({ description: 'The beginning of the text after them' })
  suffix?: string;
}

@ApiSchema({ name: 'CommentTarget' })
export class CommentTargetResource {
  @ApiPropertyOptional({ type: TargetNodeResource })
  node?: TargetNodeResource;

  @ApiPropertyOptional({ type: TableCellResource })
  tableCell?: TableCellResource;

  @ApiPropertyOptional({ type: TextQuoteResource, description: 'The words within the block, or the cell' })
  quote?: TextQuoteResource;

  @ApiPropertyOptional({ description: 'Id of the change request, for comments in one' })
  changeRequest?: string;

  @ApiPropertyOptional({ description: 'Id of the review that it was submitted with' })
  review?: string;

  @ApiPropertyOptional({ type: TargetPageResource })
  page?: TargetPageResource;

  @ApiProperty({ description: 'Id of the space' })
  space: string;

  @ApiProperty({ description: 'Id of the revision it was posted on, where page and node are still found' })
  revision: string;
}

@ApiSchema({ name: 'CommentUrls' })
export class CommentUrlsResource {
  @ApiProperty({ format: 'uri' })
  location: string;
}

@ApiSchema({ name: 'CommentPermissions' })
export class CommentPermissionsResource {
  @ApiProperty()
  view: boolean;

  @ApiProperty({ description: 'You may change what it says' })
  edit: boolean;

  @ApiProperty({ description: 'You may react and reply' })
  reply: boolean;

  @ApiProperty()
  delete: boolean;
}

/** Common members of comments and replies. */
class PostResource {
  @ApiProperty()
  id: string;

  @ApiProperty({ type: UserResource })
  postedBy: UserResource;

  @ApiProperty({ format: 'date-time' })
  postedAt: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Absent until it is edited' })
  editedAt?: string;

  @ApiProperty({ type: [ReactionResource] })
  reactions: ReactionResource[];

  @ApiProperty({ type: CommentBodyResource, description: 'Markdown or a document, as asked for' })
  body: CommentBodyResource;

  @ApiProperty({ type: CommentUrlsResource })
  urls: CommentUrlsResource;

  @ApiProperty({ type: CommentPermissionsResource })
  permissions: CommentPermissionsResource;
}

@ApiSchema({ name: 'CommentReply' })
export class CommentReplyResource extends PostResource {
  @ApiProperty({ enum: ['comment-reply'] })
  object: 'comment-reply';
}

@ApiSchema({ name: 'Comment' })
export class CommentResource extends PostResource {
  @ApiProperty({ enum: ['comment'] })
  object: 'comment';

  @ApiProperty({ description: 'Number of replies' })
  replies: number;

  @ApiProperty({ type: [ReplierResource], description: 'Users who replied, the latest first' })
  repliers: ReplierResource[];

  @ApiProperty({ type: CommentTargetResource })
  target: CommentTargetResource;

  @ApiProperty({ enum: ['open', 'resolved'] })
  status: 'open' | 'resolved';

  @ApiPropertyOptional({ format: 'date-time' })
  resolvedAt?: string;

  @ApiPropertyOptional({ type: UserResource })
  resolvedBy?: UserResource;
}
