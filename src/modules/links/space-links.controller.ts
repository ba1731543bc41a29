import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { LinkContexts } from './link-contexts.js';
import {
  FileLinksParams,
  LinkListResource,
  LinksQuery,
  LocationResource,
  PageLinksParams,
  SpaceLinksParams,
} from './link.dto.js';
import { presentBacklinks, presentLinks } from './link.presenter.js';
import { Links } from './links.service.js';
import type { ContentLocation } from './locations/content-location.js';

/** Links in the current content of a space. */
@ApiTags('links')
@Controller('v1/spaces/:spaceId')
export class SpaceLinksController {
  constructor(
    private readonly contexts: LinkContexts,
    private readonly links: Links,
  ) {}

  @Get('links')
  @Authenticated('space:content:read')
  @Operation('listSpaceLinks', 'List the links of a space, with their status')
  @Ok(LinkListResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceLinksParams,
    @Query() { status, ...page }: LinksQuery,
  ): Promise<LinkListResource> {
    return presentLinks(await this.links.list(await this.contexts.ofSpace(actor, spaceId), { status }, page));
  }

  @Get('content/page/:pageId/links')
  @Authenticated('space:content:read')
  @Operation('listPageLinksInSpace', 'List the links of a page')
  @Ok(LinkListResource)
  async listOfPage(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, pageId }: PageLinksParams,
    @Query() { status, ...page }: LinksQuery,
  ): Promise<LinkListResource> {
    const from = await this.contexts.ofSpace(actor, spaceId);
    return presentLinks(await this.links.list(from, { status, pageId }, page));
  }

  @Get('content/page/:pageId/backlinks')
  @Authenticated('space:content:read')
  @Operation(
    'listSpacePageBacklinks',
    'List the links to a page, in its space and in other spaces you can see',
  )
  @ApiPage(LocationResource)
  async listPageBacklinks(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, pageId }: PageLinksParams,
    @Query() page: PageQuery,
  ): Promise<Page<ContentLocation>> {
    const from = await this.contexts.ofSpace(actor, spaceId);
    return presentBacklinks(await this.links.listBacklinks(from, { kind: 'page', id: pageId }, page));
  }

  @Get('content/files/:fileId/backlinks')
  @Authenticated('space:content:read')
  @Operation('listSpaceFileBacklinks', 'List the uses of a file')
  @ApiPage(LocationResource)
  async listFileBacklinks(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, fileId }: FileLinksParams,
    @Query() page: PageQuery,
  ): Promise<Page<ContentLocation>> {
    const from = await this.contexts.ofSpace(actor, spaceId);
    return presentBacklinks(await this.links.listBacklinks(from, { kind: 'file', id: fileId }, page));
  }
}
