import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { RouteOrder } from '#platform/http/route-order.js';
import { WrittenJson } from '#platform/http/written-json.js';
import type { ContentContext } from './content-context.js';
import { ContentContexts } from './content-contexts.js';
import { ContentReads } from './reading/content-reads.js';
import { ContentUrls } from './content-urls.js';
import { DocumentQuery, RevisionPageParams, SpaceRevisionParams } from './reading/content-queries.dto.js';
import {
  CompareQuery,
  PageDifferencesResource,
  RevisionChangesQuery,
  SemanticChangesResource,
} from './differences/changes.dto.js';
import { documentSchema, RevisionResource, RevisionSummaryResource } from './reading/content.dto.js';
import { presentRevisionSummary } from './reading/content.presenter.js';
import { contentRoutes } from './reading/content.routes.js';
import { LiveContent } from './changing/live-content.js';
import { PageDifferences } from './differences/page-differences.js';

const PLACE = { params: SpaceRevisionParams, path: ':revisionId', siteReaders: true };

/** The history of a space: its content at any revision. */
@ApiTags('space-revisions')
@Controller('v1/spaces/:spaceId/revisions')
@RouteOrder(
  'list',
  'revision',
  'rollback',
  'changes',
  'pages',
  'files',
  'file',
  'page',
  'pageChanges',
  'pageDocument',
  'pageByPath',
  'tags',
  'reusableContents',
  'reusableContent',
  'reusableContentDocument',
)
export class RevisionsController extends contentRoutes(PLACE, {
  revision: ['getRevisionById', 'The content of a revision, without texts'],
  pages: ['listPagesInRevisionById', 'The page tree at a revision'],
  files: ['listFilesInRevisionById', 'The files at a revision'],
  file: ['getFileInRevisionById', 'One file at a revision'],
  page: ['getPageInRevisionById', 'One page at a revision'],
  pageByPath: ['getPageInRevisionByPath', 'One document or group at a revision by its path'],
  tags: ['listTagsInRevisionById', 'The tags at a revision'],
  reusableContents: ['listReusableContentsInRevisionById', 'The reusable contents at a revision'],
  reusableContent: ['getReusableContentInRevisionById', 'One reusable content at a revision'],
}) {
  constructor(
    private readonly contexts: ContentContexts,
    private readonly live: LiveContent,
    private readonly differences: PageDifferences,
    private readonly urls: ContentUrls,
    reads: ContentReads,
  ) {
    super(reads);
  }

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

  @Post(':revisionId/rollback')
  @Authenticated('space:content:write')
  @Operation(
    'rollbackToRevision',
    'Give a live space the content of an earlier revision again, as a new revision',
  )
  @Ok(RevisionResource)
  async rollback(@CurrentActor() actor: Actor, @Param() params: SpaceRevisionParams): Promise<WrittenJson> {
    const revisionId = await this.live.rollback(actor, params.spaceId, params.revisionId);
    return this.reads.revision(await this.contexts.atRevision(actor, params.spaceId, revisionId), {});
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
    return this.reads.pageDocument(await this.contextOf(actor, params), pageId, query);
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
    return this.reads.reusableContentDocument(await this.contextOf(actor, params), id, query);
  }

  protected contextOf(actor: Actor, { spaceId, revisionId }: SpaceRevisionParams): Promise<ContentContext> {
    return this.contexts.atRevision(actor, spaceId, revisionId);
  }
}
