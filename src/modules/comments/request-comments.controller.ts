import { ChangeRequestParams } from '#modules/change-requests/index.js';
import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { commentRoutes } from './comment.routes.js';
import { replyRoutes } from './reply.routes.js';

/** Comments in a change request. */
@ApiTags('change-requests-comments')
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
export class RequestCommentsController extends commentRoutes(ChangeRequestParams, {
  list: ['listCommentsInChangeRequest', 'Comments in a change request'],
  post: ['postCommentInChangeRequest', 'Comment in a change request'],
  get: ['getCommentInChangeRequest', 'One comment in a change request'],
  update: ['updateCommentInChangeRequest', 'Edit, resolve, reopen or react to a comment'],
  delete: ['deleteCommentInChangeRequest', 'Delete a comment with its replies'],
  listCommenters: ['listCommentersInChangeRequest', 'Members who commented in a change request'],
}) {}

/** Replies to comments in a change request. */
@ApiTags('change-requests-comments')
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies')
export class RequestRepliesController extends replyRoutes(ChangeRequestParams, {
  list: ['listCommentRepliesInChangeRequest', 'Replies to a comment, oldest first'],
  post: ['postCommentReplyInChangeRequest', 'Reply to a comment'],
  get: ['getCommentReplyInChangeRequest', 'One reply'],
  update: ['updateCommentReplyInChangeRequest', 'Edit or react to a reply'],
  delete: ['deleteCommentReplyInChangeRequest', 'Delete a reply'],
}) {}
