import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangeRequestParams } from '#modules/change-requests/index.js';
import type { Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { LinkContexts } from './link-contexts.js';
import {
  ChangeRequestFileLinksParams,
  ChangeRequestLinksQuery,
  ChangeRequestPageLinksParams,
  LinkListResource,
  LinksQuery,
  LocationResource,
} from './link.dto.js';
import { presentBacklinks, presentLinks } from './link.presenter.js';
import { Links } from './links.service.js';
import type { ContentLocation } from './locations/content-location.js';

/** Links in the content of a change request. */
@ApiTags('links')
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
export class ChangeRequestLinksController {
  constructor(
    private readonly contexts: LinkContexts,
    private readonly links: Links,
  ) {}

  @Get('links')
  @Authenticated('space:content:read')
  @Operation('listChangeRequestLinks', 'List the links of a change request, with their status')
  @Ok(LinkListResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Query() { status, brokenContext, ...page }: ChangeRequestLinksQuery,
  ): Promise<LinkListResource> {
    const from = await this.of(actor, params);
    return presentLinks(await this.links.list(from, { status, brokenContext }, page));
  }

  @Get('content/page/:pageId/links')
  @Authenticated('space:content:read')
  @Operation('listPageLinksInChangeRequest', 'List the links of a page of a change request')
  @Ok(LinkListResource)
  async listOfPage(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestPageLinksParams,
    @Query() { status, ...page }: LinksQuery,
  ): Promise<LinkListResource> {
    const from = await this.of(actor, params);
    return presentLinks(await this.links.list(from, { status, pageId: params.pageId }, page));
  }

  @Get('content/page/:pageId/backlinks')
  @Authenticated('space:content:read')
  @Operation(
    'listChangeRequestPageBacklinks',
    'List the links to a page of a change request, in the request and in other spaces you can see',
  )
  @ApiPage(LocationResource)
  async listPageBacklinks(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestPageLinksParams,
    @Query() page: PageQuery,
  ): Promise<Page<ContentLocation>> {
    const from = await this.of(actor, params);
    return presentBacklinks(await this.links.listBacklinks(from, { kind: 'page', id: params.pageId }, page));
  }

  @Get('content/files/:fileId/backlinks')
  @Authenticated('space:content:read')
  @Operation('listChangeRequestFileBacklinks', 'List the uses of a file of a change request')
  @ApiPage(LocationResource)
  async listFileBacklinks(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestFileLinksParams,
    @Query() page: PageQuery,
  ): Promise<Page<ContentLocation>> {
    const from = await this.of(actor, params);
    return presentBacklinks(await this.links.listBacklinks(from, { kind: 'file', id: params.fileId }, page));
  }

  private of(actor: Actor, { spaceId, changeRequestId }: ChangeRequestParams) {
    return this.contexts.ofChangeRequest(actor, spaceId, changeRequestId);
  }
}
