import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangeRequestParams } from '../change-request.dto.js';
import { ViewedPageParams, ViewedPagesResource } from './viewed-pages.dto.js';
import { ViewedPages } from './viewed-pages.service.js';

@ApiTags('change-requests-reviews')
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId/viewed-pages')
export class ViewedPagesController {
  constructor(private readonly viewed: ViewedPages) {}

  @Get()
  @Authenticated('space:metadata:read')
  @Operation(
    'listViewedPagesOfChangeRequest',
    'The pages of a change request that you have viewed',
    'A page that changed after you viewed it is not among them.',
  )
  @Ok(ViewedPagesResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, changeRequestId }: ChangeRequestParams,
  ): Promise<ViewedPagesResource> {
    const pages = await this.viewed.list(actor, spaceId, changeRequestId);
    return {
      items: pages.map(({ pageId, viewedAt }) => ({ page: pageId, viewedAt: viewedAt.toISOString() })),
    };
  }

  @Put(':pageId')
  @Authenticated('space:metadata:write')
  @Operation('markPageOfChangeRequestAsViewed', 'Note that you have viewed a page as it is now')
  @NoContent('It is viewed.')
  async mark(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, changeRequestId, pageId }: ViewedPageParams,
  ): Promise<void> {
    await this.viewed.mark(actor, spaceId, changeRequestId, pageId);
  }

  @Delete(':pageId')
  @Authenticated('space:metadata:write')
  @Operation('markPageOfChangeRequestAsUnviewed', 'Take back that you have viewed a page')
  @NoContent('It is not viewed, or no longer.')
  async unmark(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, changeRequestId, pageId }: ViewedPageParams,
  ): Promise<void> {
    await this.viewed.unmark(actor, spaceId, changeRequestId, pageId);
  }
}
