import { MemberResource, presentMember } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { TextField } from '#platform/http/fields.js';
import { Operation, type Operations } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { Body, Delete, Get, Injectable, Param, Post, Put, Query, type Type } from '@nestjs/common';
import {
  COMMENT_ID,
  FormatQuery,
  ListCommentsQuery,
  PostCommentBody,
  UpdateCommentBody,
} from './comment.dto.js';
import { presentComment } from './comment.presenter.js';
import { CommentResource } from './comment.resource.js';
import type { PlaceKey } from './comment.types.js';
import { Comments } from './comments.service.js';

type CommentOperations = Operations<'list' | 'post' | 'get' | 'update' | 'delete' | 'listCommenters'>;

/**
 * The routes of the comments on a place: the controller for one kind of place extends the class that is answered.
 * @param PlaceParams the parameters in the path of the controller
 */
export function commentRoutes(PlaceParams: Type<PlaceKey>, operations: CommentOperations) {
  class Params extends PlaceParams {}

  class CommentParams extends Params {
    @TextField(COMMENT_ID)
    commentId: string;
  }

  @Injectable()
  abstract class CommentRoutes {
    constructor(
      private readonly comments: Comments,
      private readonly urls: Urls,
    ) {}

    @Get('comments')
    @Authenticated('space:comments:read')
    @Operation(...operations.list)
    @ApiPage(CommentResource)
    async list(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Query() query: ListCommentsQuery,
    ): Promise<Page<CommentResource>> {
      const page = await this.comments.list(actor, params, query);
      return mapPage(page, (view) => presentComment(view, this.urls, query.format));
    }

    @Post('comments')
    @Authenticated('space:comments:write')
    @Operation(...operations.post)
    @Ok(CommentResource)
    async post(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Query() { format }: FormatQuery,
      @Body() body: PostCommentBody,
    ): Promise<CommentResource> {
      return presentComment(await this.comments.post(actor, params, body), this.urls, format);
    }

    @Get('comments/:commentId')
    @Authenticated('space:comments:read')
    @Operation(...operations.get)
    @Ok(CommentResource)
    async get(
      @CurrentActor() actor: Actor,
      @Param() params: CommentParams,
      @Query() { format }: FormatQuery,
    ): Promise<CommentResource> {
      return presentComment(await this.comments.get(actor, params, params.commentId), this.urls, format);
    }

    @Put('comments/:commentId')
    @Authenticated('space:comments:write')
    @Operation(...operations.update)
    @Ok(CommentResource)
    async update(
      @CurrentActor() actor: Actor,
      @Param() params: CommentParams,
      @Query() { format }: FormatQuery,
      @Body() body: UpdateCommentBody,
    ): Promise<CommentResource> {
      const view = await this.comments.update(actor, params, params.commentId, body);
      return presentComment(view, this.urls, format);
    }

    @Delete('comments/:commentId')
    @Authenticated('space:comments:write')
    @Operation(...operations.delete)
    @NoContent('It is gone, or never was.')
    async delete(@CurrentActor() actor: Actor, @Param() params: CommentParams): Promise<void> {
      await this.comments.delete(actor, params, params.commentId);
    }

    @Get('commenters')
    @Authenticated('space:comments:read')
    @Operation(...operations.listCommenters)
    @ApiPage(MemberResource)
    async listCommenters(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Query() query: PageQuery,
    ): Promise<Page<MemberResource>> {
      const page = await this.comments.listCommenters(actor, params, query);
      return mapPage(page, (member) => presentMember(member, this.urls));
    }
  }
  return CommentRoutes;
}
