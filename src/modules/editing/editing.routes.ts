import { Body, Delete, Get, Injectable, Param, Post, Put, Query, type Type } from '@nestjs/common';
import type { LocatedPage } from '#modules/content/index.js';
import { BodyMarkdown, type ContentContext } from '#modules/space-content/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { BodyLimit } from '#platform/http/body/body-limit.js';
import { TextField } from '#platform/http/fields.js';
import { Operation, type Operations } from '#platform/http/operation.js';
import { Urls } from '#platform/http/urls.js';
import { type ContentPlaceKey, ContentPlaces } from './content-places.js';
import { DrawBlocks } from './drawing/draw-blocks.js';
import { DrawBlocksBody, DrawnBlocksResource } from './drawing/drawn-blocks.dto.js';
import { AuthoredHistory } from './history/authored-history.js';
import { DeletedPagesResource, HistoryQuery, PageHistoryResource } from './history/history.dto.js';
import {
  ReadBlocksBody,
  ReadBlocksResource,
  WriteMarkdownBody,
  WrittenMarkdownResource,
} from './reading/read-blocks.dto.js';
import { PagePresence } from './presence/page-presence.service.js';
import { PagePresenceResource, PresenceBody, PresenceQuery } from './presence/presence.dto.js';
import { presentPresence } from './presence/presence.presenter.js';

type EditingOperations = Operations<
  'notePresence' | 'leave' | 'drawBlocks' | 'readBlocks' | 'writeMarkdown' | 'history' | 'deletedPages'
>;

/**
 * The routes that editors need beside those of the content: the controller for one kind of place extends the class
 * that is answered.
 */
export function editingRoutes(params: Type<ContentPlaceKey>, operations: EditingOperations) {
  class PlaceParams extends params {}

  class PageParams extends params {
    @TextField({ max: 64, description: 'Id of the page' })
    pageId: string;
  }

  @Injectable()
  abstract class EditingRoutes {
    constructor(
      private readonly places: ContentPlaces,
      private readonly presence: PagePresence,
      private readonly urls: Urls,
      private readonly drawing: DrawBlocks,
      private readonly authored: AuthoredHistory,
      private readonly markdown: BodyMarkdown,
    ) {}

    @Put('content/page/:pageId/presence')
    @Authenticated('space:content:read')
    @Operation(...operations.notePresence)
    @Ok(PagePresenceResource)
    async notePresence(
      @CurrentActor() actor: Actor,
      @Param() place: PageParams,
      @Body() body: PresenceBody,
    ): Promise<PagePresenceResource> {
      const context = await this.places.of(actor, place);
      return presentPresence(await this.presence.note(actor, context, place.pageId, body), this.urls);
    }

    @Delete('content/page/:pageId/presence')
    @Authenticated('space:content:read')
    @Operation(...operations.leave)
    @NoContent('You are no longer shown in the page.')
    async leave(
      @CurrentActor() actor: Actor,
      @Param() place: PageParams,
      @Query() { client }: PresenceQuery,
    ): Promise<void> {
      const context = await this.places.of(actor, place);
      await this.presence.leave(actor, context, place.pageId, client);
    }

    @Post('content/page/:pageId/blocks/html')
    @Authenticated('space:content:read')
    @Operation(...operations.drawBlocks)
    @Ok(DrawnBlocksResource)
    async drawBlocks(
      @CurrentActor() actor: Actor,
      @Param() place: PageParams,
      @Body() body: DrawBlocksBody,
    ): Promise<DrawnBlocksResource> {
      const context = await this.places.of(actor, place);
      return { object: 'drawn-blocks', blocks: await this.drawing.draw(actor, context, place.pageId, body) };
    }

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

    @Post('content/page/:pageId/blocks/markdown')
    @Authenticated('space:content:read')
    @BodyLimit(32)
    @Operation(...operations.readBlocks)
    @Ok(ReadBlocksResource)
    async readBlocks(
      @CurrentActor() actor: Actor,
      @Param() place: PageParams,
      @Body() { markdown, document }: ReadBlocksBody,
    ): Promise<ReadBlocksResource> {
      const { context, page } = await this.locate(actor, place);
      const { nodes } = await this.markdown.read(context, page, markdown, document);
      return { object: 'blocks', blocks: nodes };
    }

    @Post('content/page/:pageId/markdown')
    @Authenticated('space:content:read')
    @BodyLimit(32)
    @Operation(...operations.writeMarkdown)
    @Ok(WrittenMarkdownResource)
    async writeMarkdown(
      @CurrentActor() actor: Actor,
      @Param() place: PageParams,
      @Body() body: WriteMarkdownBody,
    ): Promise<WrittenMarkdownResource> {
      const { context, page } = await this.locate(actor, place);
      const { markdown, document } = await this.markdown.write(context, page, body.document);
      return { object: 'markdown', markdown, blocks: document.nodes };
    }

    /** @throws NotFound for an unknown page. */
    private async locate(
      actor: Actor,
      place: PageParams,
    ): Promise<{ context: ContentContext; page: LocatedPage }> {
      const context = await this.places.of(actor, place);
      return { context, ...(await this.drawing.requirePage(context, place.pageId)) };
    }
  }
  return EditingRoutes;
}
