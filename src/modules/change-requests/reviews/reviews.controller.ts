import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedWithLocation, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangeRequestParams } from '../change-request.dto.js';
import { RequestedReviewers } from './requested-reviewers.service.js';
import {
  ListReviewsQuery,
  ReviewFormatQuery,
  RequestedReviewerParams,
  RequestedReviewerResource,
  RequestedReviewersResource,
  RequestReviewersBody,
  ReviewParams,
  ReviewResource,
  SubmitReviewBody,
} from './review.dto.js';
import { presentRequestedReviewer, presentReview } from './review.presenter.js';
import { Reviews } from './reviews.service.js';

@ApiTags('change-requests-reviews')
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
export class ReviewsController {
  constructor(
    private readonly reviews: Reviews,
    private readonly requested: RequestedReviewers,
    private readonly urls: Urls,
  ) {}

  @Get('reviews')
  @Authenticated('space:metadata:read')
  @Operation('getReviewsByChangeRequestId', 'Reviews of a change request')
  @ApiPage(ReviewResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Query() query: ListReviewsQuery,
  ) {
    const page = await this.reviews.list(actor, params.spaceId, params.changeRequestId, query);
    return { ...page, items: page.items.map((view) => presentReview(view, this.urls)) };
  }

  @Post('reviews')
  @Authenticated('space:metadata:write')
  @Operation('submitChangeRequestReview', 'Approve, or ask for changes')
  @CreatedWithLocation(ReviewResource)
  async submit(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Body() body: SubmitReviewBody,
  ): Promise<ReviewResource> {
    const view = await this.reviews.submit(actor, params.spaceId, params.changeRequestId, body);
    return presentReview(view, this.urls);
  }

  @Get('reviews/:reviewId')
  @Authenticated('space:metadata:read')
  @Operation('getChangeRequestReviewById', 'One review')
  @Ok(ReviewResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, changeRequestId, reviewId }: ReviewParams,
    @Query() { format }: ReviewFormatQuery,
  ): Promise<ReviewResource> {
    const view = await this.reviews.get(actor, spaceId, changeRequestId, reviewId, format);
    return presentReview(view, this.urls);
  }

  @Get('requested-reviewers')
  @Authenticated('space:metadata:read')
  @Operation('getRequestedReviewersByChangeRequestId', 'List the requested reviewers')
  @ApiPage(RequestedReviewerResource)
  async listRequested(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Query() query: PageQuery,
  ) {
    const page = await this.requested.list(actor, params.spaceId, params.changeRequestId, query);
    return { ...page, items: page.items.map((row) => presentRequestedReviewer(row, this.urls)) };
  }

  @Post('requested-reviewers')
  @Authenticated('space:metadata:write')
  @Operation('requestReviewersForChangeRequest', 'Ask members to review')
  @Ok(RequestedReviewersResource)
  async request(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Body() body: RequestReviewersBody,
  ): Promise<RequestedReviewersResource> {
    const rows = await this.requested.request(actor, params.spaceId, params.changeRequestId, body);
    return { users: rows.map((row) => presentRequestedReviewer(row, this.urls)) };
  }

  @Delete('requested-reviewers/:userId')
  @Authenticated('space:metadata:write')
  @Operation('removeRequestedReviewerFromChangeRequest', 'Withdraw a request for review')
  @NoContent('They are not asked, or no longer.')
  async withdraw(@CurrentActor() actor: Actor, @Param() params: RequestedReviewerParams): Promise<void> {
    await this.requested.withdraw(actor, params.spaceId, params.changeRequestId, params.userId);
  }
}
