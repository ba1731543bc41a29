import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiParam, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { SpaceResource } from '#modules/spaces/index.js';
import type { Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { BodyLimit } from '#platform/http/body/body-limit.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { WrittenJson } from '#platform/http/written-json.js';
import { ContentChangesBody, ContentChangesQuery } from './changing/content-changes.dto.js';
import { ContentContexts } from './content-contexts.js';
import { ContentReads } from './reading/content-reads.js';
import {
  ContentListQuery,
  ContentQuery,
  DocumentByIdQuery,
  PageContentQuery,
} from './reading/content-queries.dto.js';
import {
  anyPageSchema,
  DocumentPageResource,
  documentSchema,
  FileResource,
  GroupPageResource,
  type PageResource,
  PageTreeResource,
  pathPageSchema,
  ReusableContentResource,
  RevisionResource,
} from './reading/content.dto.js';
import { LiveContent } from './changing/live-content.js';
import { SpaceUpdateResource } from './changing/space-update.dto.js';

@ApiTags('space-content')
@Controller('v1/spaces/:spaceId')
export class SpaceContentController {
  constructor(
    private readonly contexts: ContentContexts,
    private readonly reads: ContentReads,
    private readonly live: LiveContent,
  ) {}

  @Get('content')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('getCurrentRevision', 'The current content of a space, without texts')
  @Ok(RevisionResource)
  async getCurrent(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Query() query: ContentQuery,
  ): Promise<WrittenJson> {
    return this.reads.revision(await this.contexts.current(actor, spaceId), query);
  }

  @Post('content')
  @HttpCode(200)
  @Authenticated('space:content:write')
  @BodyLimit(32)
  @Operation('updateSpaceContent', 'Change pages and files of a live space, all at once or not at all')
  @ApiExtraModels(SpaceResource, SpaceUpdateResource)
  @ApiOkResponse({
    description: 'The space, or with compat=false what became of each change.',
    schema: { oneOf: [SpaceResource, SpaceUpdateResource].map((type) => ({ $ref: getSchemaPath(type) })) },
  })
  async update(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Body() body: ContentChangesBody,
    @Query() { compat }: ContentChangesQuery,
  ): Promise<SpaceResource | SpaceUpdateResource> {
    const update = await this.live.update(actor, spaceId, body);
    return compat === false ? update : update.space;
  }

  @Get('content/pages')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('listPages', 'The page tree of a space')
  @Ok(PageTreeResource)
  async listPages(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Query() query: ContentQuery,
  ): Promise<WrittenJson> {
    return this.reads.pages(await this.contexts.current(actor, spaceId), query);
  }

  @Get('content/files')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('listFiles', 'The files of a space')
  @ApiPage(FileResource)
  async listFiles(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Query() query: ContentListQuery,
  ): Promise<Page<FileResource>> {
    return this.reads.files(await this.contexts.current(actor, spaceId), query);
  }

  @Get('content/files/:fileId')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('getFileById', 'One file of a space')
  @Ok(FileResource)
  async getFile(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Param('fileId') fileId: string,
    @Query() query: ContentQuery,
  ): Promise<FileResource> {
    return this.reads.file(await this.contexts.current(actor, spaceId), fileId, query);
  }

  @Get('content/page/:pageId')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('getPageById', 'One page with its subpages, and its text in a format')
  @ApiOkResponse({ schema: anyPageSchema })
  async getPage(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Param('pageId') pageId: string,
    @Query() query: PageContentQuery,
  ): Promise<PageResource> {
    return this.reads.page(await this.contexts.current(actor, spaceId), pageId, query);
  }

  @Get('content/path/*pagePath')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('getPageByPath', 'One document or group by its path')
  @ApiParam({ name: 'pagePath', type: String, description: 'Slugs joined by slashes, escaped or not.' })
  @ApiOkResponse({ schema: pathPageSchema })
  async getPageByPath(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Param('pagePath') path: string | string[],
    @Query() query: PageContentQuery,
  ): Promise<DocumentPageResource | GroupPageResource> {
    return this.reads.path(await this.contexts.current(actor, spaceId), [path].flat().join('/'), query);
  }

  @Get('content/reusable-contents/:reusableContentId')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('getReusableContentById', 'One reusable content of a space')
  @Ok(ReusableContentResource)
  async getReusableContent(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Param('reusableContentId') id: string,
    @Query() query: ContentQuery,
  ): Promise<ReusableContentResource> {
    return this.reads.reusableContent(await this.contexts.current(actor, spaceId), id, query);
  }

  @Get('documents/:documentId')
  @Authenticated('space:content:read')
  @Operation('getDocumentById', 'A document by the id a page of the space was shown with')
  @ApiOkResponse({ schema: documentSchema })
  async getDocument(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Param('documentId') documentId: string,
    @Query() _query: DocumentByIdQuery,
  ): Promise<object> {
    const { organizationId } = await this.contexts.current(actor, spaceId);
    return this.reads.document(organizationId, spaceId, documentId);
  }
}
