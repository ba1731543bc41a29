import { MemberResource, presentMember } from '#modules/organizations/index.js';
import { ChangeRequestParams } from '#modules/change-requests/index.js';
import { mapPage } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  FormatQuery,
  ListCommentsQuery,
  PostCommentBody,
  RequestCommentParams,
  UpdateCommentBody,
} from './comment.dto.js';
import { presentComment } from './comment.presenter.js';
import { CommentResource } from './comment.resource.js';
import { Comments } from './comments.service.js';

/** Comments in a change request. */
@ApiTags('change-requests-comments')
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
export class RequestCommentsController {
  constructor(
    private readonly comments: Comments,
    private readonly urls: Urls,
  ) {}

  @Get('comments')
  @Authenticated('space:comments:read')
  @Operation('listCommentsInChangeRequest', 'Comments in a change request')
  @ApiPage(CommentResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Query() query: ListCommentsQuery,
  ) {
    const page = await this.comments.list(actor, params, query);
    return mapPage(page, (view) => presentComment(view, this.urls, query.format));
  }

  @Post('comments')
  @Authenticated('space:comments:write')
  @Operation('postCommentInChangeRequest', 'Comment in a change request')
  @Ok(CommentResource)
  async post(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Query() { format }: FormatQuery,
    @Body() body: PostCommentBody,
  ): Promise<CommentResource> {
    return presentComment(await this.comments.post(actor, params, body), this.urls, format);
  }

  @Get('comments/:commentId')
  @Authenticated('space:comments:read')
  @Operation('getCommentInChangeRequest', 'One comment in a change request')
  @Ok(CommentResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() params: RequestCommentParams,
    @Query() { format }: FormatQuery,
  ): Promise<CommentResource> {
    return presentComment(await this.comments.get(actor, params, params.commentId), this.urls, format);
  }

  @Put('comments/:commentId')
  @Authenticated('space:comments:write')
  @Operation('updateCommentInChangeRequest', 'Edit, resolve, reopen or react to a comment')
  @Ok(CommentResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() params: RequestCommentParams,
    @Query() { format }: FormatQuery,
    @Body() body: UpdateCommentBody,
  ): Promise<CommentResource> {
    const view = await this.comments.update(actor, params, params.commentId, body);
    return presentComment(view, this.urls, format);
  }

  @Delete('comments/:commentId')
  @Authenticated('space:comments:write')
  @Operation('deleteCommentInChangeRequest', 'Delete a comment with its replies')
  @NoContent('It is gone, or never was.')
  async delete(@CurrentActor() actor: Actor, @Param() params: RequestCommentParams): Promise<void> {
    await this.comments.delete(actor, params, params.commentId);
  }

  @Get('commenters')
  @Authenticated('space:comments:read')
  @Operation('listCommentersInChangeRequest', 'Members who commented in a change request')
  @ApiPage(MemberResource)
  async listCommenters(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Query() query: PageQuery,
  ) {
    const page = await this.comments.listCommenters(actor, params, query);
    return mapPage(page, (member) => presentMember(member, this.urls));
  }
}
