import { Get, Param, Query, Res, type Type } from '@nestjs/common';
import { ApiOkResponse, ApiParam } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation, type Operations } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { WrittenJson } from '#platform/http/written-json.js';
import type { ContentContext } from '../content-context.js';
import { ContentListQuery, ContentQuery, PageContentQuery } from './content-queries.dto.js';
import { ContentReads } from './content-reads.js';
import {
  anyPageSchema,
  type DocumentPageResource,
  FileResource,
  type GroupPageResource,
  type PageResource,
  PageTreeResource,
  pathPageSchema,
  ReusableContentResource,
  RevisionResource,
  TagsResource,
} from './content.dto.js';

interface ContentPlace<P> {
  /** The parameters in the path of the controller. */
  params: Type<P>;
  /** Segments between the path of the controller and the paths of the routes. */
  path: string;
  /** Accepts content tokens of sites. */
  siteReaders: boolean;
}

type ContentOperations = Operations<
  | 'revision'
  | 'pages'
  | 'files'
  | 'file'
  | 'page'
  | 'pageByPath'
  | 'reusableContents'
  | 'reusableContent'
  | 'tags'
>;

/**
 * The routes that read content: the controllers for the content of a space, of a revision and of a change request
 * extend the class that is answered.
 */
export function contentRoutes<P extends object>(place: ContentPlace<P>, operations: ContentOperations) {
  const { path, siteReaders } = place;

  class Params extends (place.params as Type<object>) {}

  abstract class ContentRoutes {
    constructor(protected readonly reads: ContentReads) {}

    /** The content to read. @throws NotFound if the actor may not see it. */
    protected abstract contextOf(actor: Actor, params: P): Promise<ContentContext>;

    @Get(path)
    @Authenticated('space:content:read', { siteReaders })
    @Operation(...operations.revision)
    @Ok(RevisionResource)
    async revision(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Query() query: ContentQuery,
    ): Promise<WrittenJson> {
      return this.reads.revision(await this.load(actor, params), query);
    }

    @Get(`${path}/pages`)
    @Authenticated('space:content:read', { siteReaders })
    @Operation(...operations.pages)
    @Ok(PageTreeResource)
    async pages(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Query() query: ContentQuery,
    ): Promise<WrittenJson> {
      return this.reads.pages(await this.load(actor, params), query);
    }

    @Get(`${path}/files`)
    @Authenticated('space:content:read', { siteReaders })
    @Operation(...operations.files)
    @ApiPage(FileResource)
    async files(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Query() query: ContentListQuery,
    ): Promise<Page<FileResource>> {
      return this.reads.files(await this.load(actor, params), query);
    }

    @Get(`${path}/files/:fileId`)
    @Authenticated('space:content:read', { siteReaders })
    @Operation(...operations.file)
    @Ok(FileResource)
    async file(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Param('fileId') fileId: string,
      @Query() query: ContentQuery,
    ): Promise<FileResource> {
      return this.reads.file(await this.load(actor, params), fileId, query);
    }

    @Get(`${path}/page/:pageId`)
    @Authenticated('space:content:read', { siteReaders })
    @Operation(...operations.page)
    @ApiOkResponse({ schema: anyPageSchema })
    async page(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Param('pageId') pageId: string,
      @Query() query: PageContentQuery,
      @Res({ passthrough: true }) response: Response,
    ): Promise<PageResource> {
      // A text for machines includes specifications and blocks of integrations, which change while the revision does
      // not.
      if (actor.reader && query.format === 'markdown')
        response.setHeader('x-gitbook-cache-tag', `site:${actor.reader.siteId}`);
      return this.reads.page(await this.load(actor, params), pageId, query);
    }

    @Get(`${path}/path/*pagePath`)
    @Authenticated('space:content:read', { siteReaders })
    @Operation(...operations.pageByPath)
    @ApiParam({ name: 'pagePath', type: String, description: 'Slugs joined by slashes, escaped or not.' })
    @ApiOkResponse({ schema: pathPageSchema })
    async pageByPath(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Param('pagePath') pagePath: string | string[],
      @Query() query: PageContentQuery,
    ): Promise<DocumentPageResource | GroupPageResource> {
      return this.reads.path(await this.load(actor, params), [pagePath].flat().join('/'), query);
    }

    @Get(`${path}/tags`)
    @Authenticated('space:content:read', { siteReaders })
    @Operation(...operations.tags)
    @Ok(TagsResource)
    async tags(@CurrentActor() actor: Actor, @Param() params: Params): Promise<TagsResource> {
      return this.reads.tags(await this.load(actor, params));
    }

    @Get(`${path}/reusable-contents`)
    @Authenticated('space:content:read', { siteReaders })
    @Operation(...operations.reusableContents)
    @ApiPage(ReusableContentResource)
    async reusableContents(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Query() query: ContentListQuery,
    ): Promise<Page<ReusableContentResource>> {
      return this.reads.reusableContents(await this.load(actor, params), query);
    }

    @Get(`${path}/reusable-contents/:reusableContentId`)
    @Authenticated('space:content:read', { siteReaders })
    @Operation(...operations.reusableContent)
    @Ok(ReusableContentResource)
    async reusableContent(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Param('reusableContentId') id: string,
      @Query() query: ContentQuery,
    ): Promise<ReusableContentResource> {
      return this.reads.reusableContent(await this.load(actor, params), id, query);
    }

    private load(actor: Actor, params: Params): Promise<ContentContext> {
      return this.contextOf(actor, params as P);
    }
  }
  return ContentRoutes;
}
