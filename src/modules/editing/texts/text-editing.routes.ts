import { Body, Delete, Injectable, Param, Post, Put, Query, type Type } from '@nestjs/common';
import { BodyMarkdown, type ContentContext } from '#modules/space-content/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { BodyLimit } from '#platform/http/body/body-limit.js';
import { Operation, type Operations } from '#platform/http/operation.js';
import { Urls } from '#platform/http/urls.js';
import { type ContentPlaceKey, ContentPlaces } from '../content-places.js';
import { DrawBlocks } from '../drawing/draw-blocks.js';
import { DrawBlocksBody, DrawnBlocksResource } from '../drawing/drawn-blocks.dto.js';
import { type EditedText, type EditedTextKey, EditedTexts } from './edited-texts.js';
import { PresenceBody, PresenceQuery, PresenceResource } from '../presence/presence.dto.js';
import { presentPresence } from '../presence/presence.presenter.js';
import { TextPresence } from '../presence/text-presence.js';
import {
  ReadBlocksBody,
  ReadBlocksResource,
  WriteMarkdownBody,
  WrittenMarkdownResource,
} from '../reading/read-blocks.dto.js';

type TextOperations = Operations<'notePresence' | 'leave' | 'drawBlocks' | 'readBlocks' | 'writeMarkdown'>;

/**
 * The routes that editors of one kind of text need, in one kind of place: the controller extends the class that is answered.
 * @param params name the place and the text.
 * @param path of the text, below that of the place.
 */
export function textEditingRoutes(
  params: Type<ContentPlaceKey & EditedTextKey>,
  path: string,
  operations: TextOperations,
) {
  class TextParams extends params {}

  @Injectable()
  abstract class TextEditingRoutes {
    constructor(
      private readonly places: ContentPlaces,
      private readonly texts: EditedTexts,
      private readonly presence: TextPresence,
      private readonly urls: Urls,
      private readonly drawing: DrawBlocks,
      private readonly markdown: BodyMarkdown,
    ) {}

    @Put(`${path}/presence`)
    @Authenticated('space:content:read')
    @Operation(...operations.notePresence)
    @Ok(PresenceResource)
    async notePresence(
      @CurrentActor() actor: Actor,
      @Param() key: TextParams,
      @Body() body: PresenceBody,
    ): Promise<PresenceResource> {
      const { context, text } = await this.find(actor, key);
      return presentPresence(await this.presence.note(actor, context, text, body), this.urls);
    }

    @Delete(`${path}/presence`)
    @Authenticated('space:content:read')
    @Operation(...operations.leave)
    @NoContent('You are no longer shown in the text.')
    async leave(
      @CurrentActor() actor: Actor,
      @Param() key: TextParams,
      @Query() { client }: PresenceQuery,
    ): Promise<void> {
      const context = await this.places.of(actor, key);
      await this.presence.leave(actor, context, key.pageId ?? key.reusableContentId ?? '', client);
    }

    @Post(`${path}/blocks/html`)
    @Authenticated('space:content:read')
    @Operation(...operations.drawBlocks)
    @Ok(DrawnBlocksResource)
    async drawBlocks(
      @CurrentActor() actor: Actor,
      @Param() key: TextParams,
      @Body() body: DrawBlocksBody,
    ): Promise<DrawnBlocksResource> {
      const { context, text } = await this.find(actor, key);
      return { object: 'drawn-blocks', blocks: await this.drawing.draw(actor, context, text, body) };
    }

    @Post(`${path}/blocks/markdown`)
    @Authenticated('space:content:read')
    @BodyLimit(32)
    @Operation(...operations.readBlocks)
    @Ok(ReadBlocksResource)
    async readBlocks(
      @CurrentActor() actor: Actor,
      @Param() key: TextParams,
      @Body() { markdown, document }: ReadBlocksBody,
    ): Promise<ReadBlocksResource> {
      const { context, text } = await this.find(actor, key);
      const { nodes } = await this.markdown.read(context, text.page, markdown, document);
      return { object: 'blocks', blocks: nodes };
    }

    @Post(`${path}/markdown`)
    @Authenticated('space:content:read')
    @BodyLimit(32)
    @Operation(...operations.writeMarkdown)
    @Ok(WrittenMarkdownResource)
    async writeMarkdown(
      @CurrentActor() actor: Actor,
      @Param() key: TextParams,
      @Body() body: WriteMarkdownBody,
    ): Promise<WrittenMarkdownResource> {
      const { context, text } = await this.find(actor, key);
      const { markdown, document } = await this.markdown.write(context, text.page, body.document);
      return { object: 'markdown', markdown, blocks: document.nodes };
    }

    /** @throws NotFound for an unknown place or text. */
    private async find(
      actor: Actor,
      key: TextParams,
    ): Promise<{ context: ContentContext; text: EditedText }> {
      const context = await this.places.of(actor, key);
      return { context, text: await this.texts.find(context, key) };
    }
  }
  return TextEditingRoutes;
}
