import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { TextField } from '#platform/http/fields.js';
import { Operation, type Operations } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { Body, Delete, Get, Injectable, Param, Post, Put, Query, type Type } from '@nestjs/common';
import { COMMENT_ID, FormatQuery, ListRepliesQuery, PostReplyBody, UpdateReplyBody } from './comment.dto.js';
import { presentReply } from './comment.presenter.js';
import { CommentReplyResource } from './comment.resource.js';
import type { PlaceKey } from './comment.types.js';
import { CommentReplies } from './comment-replies.service.js';

type ReplyOperations = Operations<'list' | 'post' | 'get' | 'update' | 'delete'>;

/**
 * The routes of the replies to a comment: the controller for one kind of place extends the class that is answered.
 * @param PlaceParams the parameters in the path of the controller, without the id of the comment
 */
export function replyRoutes(PlaceParams: Type<PlaceKey>, operations: ReplyOperations) {
  class CommentParams extends PlaceParams {
    @TextField(COMMENT_ID)
    commentId: string;
  }

  class ReplyParams extends CommentParams {
    @TextField({ description: 'Id of the reply' })
    commentReplyId: string;
  }

  @Injectable()
  abstract class ReplyRoutes {
    constructor(
      private readonly replies: CommentReplies,
      private readonly urls: Urls,
    ) {}

    @Get()
    @Authenticated('space:comments:read')
    @Operation(...operations.list)
    @ApiPage(CommentReplyResource)
    async list(
      @CurrentActor() actor: Actor,
      @Param() params: CommentParams,
      @Query() query: ListRepliesQuery,
    ): Promise<Page<CommentReplyResource>> {
      const page = await this.replies.list(actor, params, params.commentId, query);
      return mapPage(page, (view) => presentReply(view, this.urls, query.format));
    }

    @Post()
    @Authenticated('space:comments:write')
    @Operation(...operations.post)
    @Ok(CommentReplyResource)
    async post(
      @CurrentActor() actor: Actor,
      @Param() params: CommentParams,
      @Query() { format }: FormatQuery,
      @Body() body: PostReplyBody,
    ): Promise<CommentReplyResource> {
      const view = await this.replies.post(actor, params, params.commentId, body);
      return presentReply(view, this.urls, format);
    }

    @Get(':commentReplyId')
    @Authenticated('space:comments:read')
    @Operation(...operations.get)
    @Ok(CommentReplyResource)
    async get(
      @CurrentActor() actor: Actor,
      @Param() params: ReplyParams,
      @Query() { format }: FormatQuery,
    ): Promise<CommentReplyResource> {
      const view = await this.replies.get(actor, params, params.commentId, params.commentReplyId);
      return presentReply(view, this.urls, format);
    }

    @Put(':commentReplyId')
    @Authenticated('space:comments:write')
    @Operation(...operations.update)
    @Ok(CommentReplyResource)
    async update(
      @CurrentActor() actor: Actor,
      @Param() params: ReplyParams,
      @Query() { format }: FormatQuery,
      @Body() body: UpdateReplyBody,
    ): Promise<CommentReplyResource> {
      const view = await this.replies.update(actor, params, params.commentId, params.commentReplyId, body);
      return presentReply(view, this.urls, format);
    }

    @Delete(':commentReplyId')
    @Authenticated('space:comments:write')
    @Operation(...operations.delete)
    @NoContent('It is gone, or never was.')
    async delete(@CurrentActor() actor: Actor, @Param() params: ReplyParams): Promise<void> {
      await this.replies.delete(actor, params, params.commentId, params.commentReplyId);
    }
  }
  return ReplyRoutes;
}
