import { Get, Injectable, Param, Query, type Type } from '@nestjs/common';
import type { Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { TextField } from '#platform/http/fields.js';
import { Operation, type Operations } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { LinkContexts, type LinkPlaceKey } from './link-contexts.js';
import {
  type ChangeRequestLinksQuery,
  LinkListResource,
  LinksQuery,
  LocationResource,
  PAGE_ID,
} from './link.dto.js';
import { presentBacklinks, presentLinks } from './link.presenter.js';
import { Links } from './links.service.js';
import type { ContentLocation } from './locations/content-location.js';

interface LinkPlaceTypes {
  /** The parameters in the path of the controller. */
  params: Type<LinkPlaceKey>;
  /** The filters of the list of all links. */
  query: Type<ChangeRequestLinksQuery>;
}

type LinkOperations = Operations<'list' | 'listOfPage' | 'listPageBacklinks' | 'listFileBacklinks'>;

/** The routes of the links in a content: the controller for one kind of place extends the class that is answered. */
export function linkRoutes(place: LinkPlaceTypes, operations: LinkOperations) {
  class Params extends place.params {}

  class PageParams extends Params {
    @TextField(PAGE_ID)
    pageId: string;
  }

  class FileParams extends Params {
    @TextField({ max: 64, description: 'Id of the file' })
    fileId: string;
  }

  class ListQuery extends place.query {}

  @Injectable()
  abstract class LinkRoutes {
    constructor(
      private readonly contexts: LinkContexts,
      private readonly links: Links,
    ) {}

    @Get('links')
    @Authenticated('space:content:read')
    @Operation(...operations.list)
    @Ok(LinkListResource)
    async list(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Query() { status, brokenContext, ...page }: ListQuery,
    ): Promise<LinkListResource> {
      const from = await this.contexts.of(actor, params);
      return presentLinks(await this.links.list(from, { status, brokenContext }, page));
    }

    @Get('content/page/:pageId/links')
    @Authenticated('space:content:read')
    @Operation(...operations.listOfPage)
    @Ok(LinkListResource)
    async listOfPage(
      @CurrentActor() actor: Actor,
      @Param() params: PageParams,
      @Query() { status, ...page }: LinksQuery,
    ): Promise<LinkListResource> {
      const from = await this.contexts.of(actor, params);
      return presentLinks(await this.links.list(from, { status, pageId: params.pageId }, page));
    }

    @Get('content/page/:pageId/backlinks')
    @Authenticated('space:content:read')
    @Operation(...operations.listPageBacklinks)
    @ApiPage(LocationResource)
    async listPageBacklinks(
      @CurrentActor() actor: Actor,
      @Param() params: PageParams,
      @Query() page: PageQuery,
    ): Promise<Page<ContentLocation>> {
      const from = await this.contexts.of(actor, params);
      return presentBacklinks(
        await this.links.listBacklinks(from, { kind: 'page', id: params.pageId }, page),
      );
    }

    @Get('content/files/:fileId/backlinks')
    @Authenticated('space:content:read')
    @Operation(...operations.listFileBacklinks)
    @ApiPage(LocationResource)
    async listFileBacklinks(
      @CurrentActor() actor: Actor,
      @Param() params: FileParams,
      @Query() page: PageQuery,
    ): Promise<Page<ContentLocation>> {
      const from = await this.contexts.of(actor, params);
      return presentBacklinks(
        await this.links.listBacklinks(from, { kind: 'file', id: params.fileId }, page),
      );
    }
  }
  return LinkRoutes;
}
