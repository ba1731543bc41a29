import { Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { WrittenJson } from '#platform/http/written-json.js';
import { ContentContexts } from './content-contexts.js';
import { ContentReads } from './reading/content-reads.js';
import { ContentUrls } from './content-urls.js';
import {
  ContentListQuery,
  ContentQuery,
  DocumentQuery,
  PageContentQuery,
  RevisionPageParams,
  SpaceRevisionParams,
} from './reading/content-queries.dto.js';
import {
  CompareQuery,
  PageDifferencesResource,
  RevisionChangesQuery,
  SemanticChangesResource,
} from './differences/changes.dto.js';
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
  RevisionSummaryResource,
} from './reading/content.dto.js';
import { presentRevisionSummary } from './reading/content.presenter.js';
import { LiveContent } from './changing/live-content.js';
import { PageDifferences } from './differences/page-differences.js';

/** The history of a space: its content at any revision. */
@ApiTags('space-revisions')
@Controller('v1/spaces/:spaceId/revisions')
export class RevisionsController {
  constructor(
    private readonly contexts: ContentContexts,
    private readonly reads: ContentReads,
    private readonly live: LiveContent,
    private readonly differences: PageDifferences,
    private readonly urls: ContentUrls,
  ) {}

  @Get()
  @Authenticated('space:content:read')
  @Operation('listRevisions', 'The revisions of a space, newest first')
  @ApiPage(RevisionSummaryResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Query() query: PageQuery,
  ): Promise<Page<RevisionSummaryResource>> {
    const page = await this.contexts.list(actor, spaceId, query);
    return mapPage(page, (revision) => presentRevisionSummary(revision, this.urls));
  }

  @Get(':revisionId')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('getRevisionById', 'The content of a revision, without texts')
  @Ok(RevisionResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceRevisionParams,
    @Query() query: ContentQuery,
  ): Promise<WrittenJson> {
    return this.reads.revision(await this.at(actor, params), query);
  }

  @Post(':revisionId/rollback')
  @Authenticated('space:content:write')
  @Operation(
    'rollbackToRevision',
    'Give a live space the content of an earlier revision again, as a new revision',
  )
  @Ok(RevisionResource)
  async rollback(@CurrentActor() actor: Actor, @Param() params: SpaceRevisionParams): Promise<WrittenJson> {
    const revisionId = await this.live.rollback(actor, params.spaceId, params.revisionId);
    return this.reads.revision(await this.contexts.at(actor, params.spaceId, revisionId), {});
  }

  @Get(':revisionId/changes')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('getRevisionSemanticChanges', 'List the changes of a revision')
  @Ok(SemanticChangesResource)
  changes(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, revisionId }: SpaceRevisionParams,
    @Query() query: RevisionChangesQuery,
  ): Promise<SemanticChangesResource> {
    return this.contexts.changesOf(actor, spaceId, revisionId, query);
  }

  @Get(':revisionId/pages')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('listPagesInRevisionById', 'The page tree at a revision')
  @Ok(PageTreeResource)
  async pages(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceRevisionParams,
    @Query() query: ContentQuery,
  ): Promise<WrittenJson> {
    return this.reads.pages(await this.at(actor, params), query);
  }

  @Get(':revisionId/files')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('listFilesInRevisionById', 'The files at a revision')
  @ApiPage(FileResource)
  async files(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceRevisionParams,
    @Query() query: ContentListQuery,
  ): Promise<Page<FileResource>> {
    return this.reads.files(await this.at(actor, params), query);
  }

  @Get(':revisionId/files/:fileId')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('getFileInRevisionById', 'One file at a revision')
  @Ok(FileResource)
  async file(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceRevisionParams,
    @Param('fileId') fileId: string,
    @Query() query: ContentQuery,
  ): Promise<FileResource> {
    return this.reads.file(await this.at(actor, params), fileId, query);
  }

  @Get(':revisionId/page/:pageId')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('getPageInRevisionById', 'One page at a revision')
  @ApiOkResponse({ schema: anyPageSchema })
  async page(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceRevisionParams,
    @Param('pageId') pageId: string,
    @Query() query: PageContentQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PageResource> {
    // A text for machines includes specifications and blocks of integrations, which change while the revision does
    // not.
    if (actor.reader && query.format === 'markdown')
      response.setHeader('x-gitbook-cache-tag', `site:${actor.reader.siteId}`);
    return this.reads.page(await this.at(actor, params), pageId, query);
  }

  @Get(':revisionId/page/:pageId/changes')
  @Authenticated('space:content:read')
  @Operation(
    'getPageDifferencesInRevision',
    'Compare the text of a page with an earlier revision, block by block',
  )
  @Ok(PageDifferencesResource)
  async pageChanges(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, revisionId, pageId }: RevisionPageParams,
    @Query() query: CompareQuery,
  ): Promise<PageDifferencesResource> {
    const { context, before } = await this.contexts.comparison(actor, spaceId, revisionId, query);
    return this.differences.between(context, before.snapshot, pageId);
  }

  @Get(':revisionId/page/:pageId/document')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('getPageDocumentInRevisionById', 'The document of a page at a revision')
  @ApiOkResponse({ schema: documentSchema })
  async pageDocument(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceRevisionParams,
    @Param('pageId') pageId: string,
    @Query() query: DocumentQuery,
  ): Promise<object> {
    return this.reads.pageDocument(await this.at(actor, params), pageId, query);
  }

  @Get(':revisionId/path/*pagePath')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('getPageInRevisionByPath', 'One document or group at a revision by its path')
  @ApiParam({ name: 'pagePath', type: String, description: 'Slugs joined by slashes, escaped or not.' })
  @ApiOkResponse({ schema: pathPageSchema })
  async path(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceRevisionParams,
    @Param('pagePath') path: string | string[],
    @Query() query: PageContentQuery,
  ): Promise<DocumentPageResource | GroupPageResource> {
    return this.reads.path(await this.at(actor, params), [path].flat().join('/'), query);
  }

  @Get(':revisionId/reusable-contents/:reusableContentId')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('getReusableContentInRevisionById', 'One reusable content at a revision')
  @Ok(ReusableContentResource)
  async reusableContent(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceRevisionParams,
    @Param('reusableContentId') id: string,
    @Query() query: ContentQuery,
  ): Promise<ReusableContentResource> {
    return this.reads.reusableContent(await this.at(actor, params), id, query);
  }

  @Get(':revisionId/reusable-contents/:reusableContentId/document')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('getReusableContentDocumentInRevisionById', 'The document of a reusable content at a revision')
  @ApiOkResponse({ schema: documentSchema })
  async reusableContentDocument(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceRevisionParams,
    @Param('reusableContentId') id: string,
    @Query() query: DocumentQuery,
  ): Promise<object> {
    return this.reads.reusableContentDocument(await this.at(actor, params), id, query);
  }

  private at(actor: Actor, { spaceId, revisionId }: SpaceRevisionParams) {
    return this.contexts.at(actor, spaceId, revisionId);
  }
}
