import { Get, Injectable, Param, Query, type Type } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { TextField } from '#platform/http/fields.js';
import { Operation, type Operations } from '#platform/http/operation.js';
import { type ContentPlaceKey, ContentPlaces } from '../content-places.js';
import { AuthoredHistory } from './authored-history.js';
import { DeletedPagesResource, HistoryQuery, PageHistoryResource } from './history.dto.js';

/** The routes for the history of pages in one kind of place: the controller extends the class that is answered. */
export function historyRoutes(
  params: Type<ContentPlaceKey>,
  operations: Operations<'history' | 'deletedPages'>,
) {
  class PlaceParams extends params {}

  class PageParams extends params {
    @TextField({ max: 64, description: 'Id of the page' })
    pageId: string;
  }

  @Injectable()
  abstract class HistoryRoutes {
    constructor(
      private readonly places: ContentPlaces,
      private readonly authored: AuthoredHistory,
    ) {}

    @Get('content/page/:pageId/history')
    @Authenticated('space:content:read')
    @Operation(...operations.history)
    @Ok(PageHistoryResource)
    async history(
      @CurrentActor() actor: Actor,
      @Param() place: PageParams,
      @Query() query: HistoryQuery,
    ): Promise<PageHistoryResource> {
      return this.authored.ofPage(await this.places.of(actor, place), place.pageId, query);
    }

    @Get('content/deleted-pages')
    @Authenticated('space:content:read')
    @Operation(...operations.deletedPages)
    @Ok(DeletedPagesResource)
    async deletedPages(
      @CurrentActor() actor: Actor,
      @Param() place: PlaceParams,
      @Query() query: HistoryQuery,
    ): Promise<DeletedPagesResource> {
      return this.authored.deleted(await this.places.of(actor, place), query);
    }
  }
  return HistoryRoutes;
}
