import { SpaceParams } from '#modules/spaces/index.js';
import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { commentRoutes } from './comment.routes.js';
import { replyRoutes } from './reply.routes.js';

/** Comments on the main content of a space. */
@ApiTags('space-comments')
@Controller('v1/spaces/:spaceId')
export class SpaceCommentsController extends commentRoutes(SpaceParams, {
  list: ['listCommentsInSpace', 'Comments on the main content of a space'],
  post: ['postCommentInSpace', 'Comment on the main content of a space'],
  get: ['getCommentInSpace', 'One comment on the main content of a space'],
  update: ['updateCommentInSpace', 'Edit, resolve, reopen or react to a comment'],
  delete: ['deleteCommentInSpace', 'Delete a comment with its replies'],
  listCommenters: ['listCommentersInSpace', 'Members who commented on the main content of a space'],
}) {}

/** Replies to comments on the main content of a space. */
@ApiTags('space-comments')
@Controller('v1/spaces/:spaceId/comments/:commentId/replies')
export class SpaceRepliesController extends replyRoutes(SpaceParams, {
  list: ['listCommentRepliesInSpace', 'Replies to a comment, oldest first'],
  post: ['postCommentReplyInSpace', 'Reply to a comment'],
  get: ['getCommentReplyInSpace', 'One reply'],
  update: ['updateCommentReplyInSpace', 'Edit or react to a reply'],
  delete: ['deleteCommentReplyInSpace', 'Delete a reply'],
}) {}
