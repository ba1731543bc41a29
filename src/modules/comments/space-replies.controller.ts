import { mapPage } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  FormatQuery,
  ListRepliesQuery,
  PostReplyBody,
  SpaceCommentParams,
  SpaceReplyParams,
  UpdateReplyBody,
} from './comment.dto.js';
import { presentReply } from './comment.presenter.js';
import { CommentReplyResource } from './comment.resource.js';
import { CommentReplies } from './comment-replies.service.js';

/** Replies to comments on the main content of a space. */
@ApiTags('space-comments')
@Controller('v1/spaces/:spaceId/comments/:commentId/replies')
export class SpaceRepliesController {
  constructor(
    private readonly replies: CommentReplies,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('space:comments:read')
  @Operation('listCommentRepliesInSpace', 'Replies to a comment, oldest first')
  @ApiPage(CommentReplyResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceCommentParams,
    @Query() query: ListRepliesQuery,
  ) {
    const page = await this.replies.list(actor, params, params.commentId, query);
    return mapPage(page, (view) => presentReply(view, this.urls, query.format));
  }

  @Post()
  @Authenticated('space:comments:write')
  @Operation('postCommentReplyInSpace', 'Reply to a comment')
  @Ok(CommentReplyResource)
  async post(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceCommentParams,
    @Query() { format }: FormatQuery,
    @Body() body: PostReplyBody,
  ): Promise<CommentReplyResource> {
    const view = await this.replies.post(actor, params, params.commentId, body);
    return presentReply(view, this.urls, format);
  }

  @Get(':commentReplyId')
  @Authenticated('space:comments:read')
  @Operation('getCommentReplyInSpace', 'One reply')
  @Ok(CommentReplyResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceReplyParams,
    @Query() { format }: FormatQuery,
  ): Promise<CommentReplyResource> {
    const view = await this.replies.get(actor, params, params.commentId, params.commentReplyId);
    return presentReply(view, this.urls, format);
  }

  @Put(':commentReplyId')
  @Authenticated('space:comments:write')
  @Operation('updateCommentReplyInSpace', 'Edit or react to a reply')
  @Ok(CommentReplyResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceReplyParams,
    @Query() { format }: FormatQuery,
    @Body() body: UpdateReplyBody,
  ): Promise<CommentReplyResource> {
    const view = await this.replies.update(actor, params, params.commentId, params.commentReplyId, body);
    return presentReply(view, this.urls, format);
  }

  @Delete(':commentReplyId')
  @Authenticated('space:comments:write')
  @Operation('deleteCommentReplyInSpace', 'Delete a reply')
  @NoContent('It is gone, or never was.')
  async delete(@CurrentActor() actor: Actor, @Param() params: SpaceReplyParams): Promise<void> {
    await this.replies.delete(actor, params, params.commentId, params.commentReplyId);
  }
}
