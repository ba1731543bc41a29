import {
  ContentChangesBody,
  ContentChangesQuery,
  type ContentContext,
  ContentReads,
  contentRoutes,
  ContentUrls,
  PageDifferences,
  PageDifferencesResource,
  presentRevisionSummary,
  RevisionSummaryResource,
  SemanticChangesResource,
} from '#modules/space-content/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok, OkOneOf } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { BodyLimit } from '#platform/http/body/body-limit.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { RouteOrder } from '#platform/http/route-order.js';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ChangeRequestContentUpdateResource,
  ChangeRequestParams,
  ChangeRequestResource,
} from '../change-request.dto.js';
import { RequestChangesQuery, SinceQuery } from './content-queries.dto.js';
import { presentChangeRequest } from '../change-request.presenter.js';
import { ChangeRequestContent } from './change-request-content.service.js';

const PLACE = { params: ChangeRequestParams, path: 'content', siteReaders: false };

/** The content of a change request: the same reads as those of a space, on the head of the change request. */
@ApiTags('change-request-content')
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
@RouteOrder('revision', 'change', 'changes', 'revisions', 'pageChanges')
export class ChangeRequestContentController extends contentRoutes(PLACE, {
  revision: ['getRevisionOfChangeRequestById', 'The content of a change request, without texts'],
  pages: ['listPagesInChangeRequest', 'The page tree of a change request'],
  files: ['listFilesInChangeRequestById', 'The files of a change request'],
  file: ['getFileInChangeRequestById', 'One file of a change request'],
  page: [
    'getPageInChangeRequestById',
    'One page of a change request with its subpages, and its text in a format',
  ],
  pageByPath: ['getPageInChangeRequestByPath', 'One document or group of a change request by its path'],
  tags: ['listTagsInChangeRequestById', 'The tags of a change request'],
  reusableContents: ['listReusableContentsInChangeRequestById', 'The reusable contents of a change request'],
  reusableContent: ['getReusableContentInChangeRequestById', 'One reusable content of a change request'],
}) {
  constructor(
    private readonly content: ChangeRequestContent,
    private readonly differences: PageDifferences,
    private readonly urls: Urls,
    private readonly contentUrls: ContentUrls,
    reads: ContentReads,
  ) {
    super(reads);
  }

  @Post('content')
  @Authenticated('space:content:write')
  @BodyLimit(32)
  @Operation(
    'updateChangeRequestContent',
    'Change pages and files of a change request, all at once or not at all',
  )
  @OkOneOf(
    [ChangeRequestResource, ChangeRequestContentUpdateResource],
    'The change request, or with compat=false also what became of each change.',
  )
  async change(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, changeRequestId }: ChangeRequestParams,
    @Body() body: ContentChangesBody,
    @Query() { compat }: ContentChangesQuery,
  ): Promise<ChangeRequestResource | ChangeRequestContentUpdateResource> {
    const { row, update } = await this.content.change(actor, spaceId, changeRequestId, body);
    const changeRequest = presentChangeRequest(row, this.urls);
    if (compat !== false) return changeRequest;
    return Object.assign({ changeRequest }, update.resource);
  }

  @Get('changes')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation(
    'getChangeRequestChanges',
    'List the changes of a change request, against the content it was started on or last updated from',
  )
  @Ok(SemanticChangesResource)
  async changes(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, changeRequestId }: ChangeRequestParams,
    @Query() query: RequestChangesQuery,
  ): Promise<SemanticChangesResource> {
    const { context, base } = await this.content.comparison(actor, spaceId, changeRequestId, query.from);
    return this.reads.changes(context, base, query);
  }

  @Get('revisions')
  @Authenticated('space:content:read')
  @Operation(
    'listChangeRequestRevisions',
    'The revisions of a change request, newest first',
    'Each can be named as "from" when its changes are listed, to see only what is new since then.',
  )
  @ApiPage(RevisionSummaryResource)
  async revisions(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, changeRequestId }: ChangeRequestParams,
    @Query() query: PageQuery,
  ): Promise<Page<RevisionSummaryResource>> {
    const page = await this.content.listRevisions(actor, spaceId, changeRequestId, query);
    return mapPage(page, (revision) => presentRevisionSummary(revision, this.contentUrls));
  }

  @Get('content/page/:pageId/changes')
  @Authenticated('space:content:read')
  @Operation(
    'getPageDifferencesInChangeRequest',
    'Compare the text of a page with the base of the change request, block by block',
  )
  @Ok(PageDifferencesResource)
  async pageChanges(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, changeRequestId }: ChangeRequestParams,
    @Param('pageId') pageId: string,
    @Query() { from }: SinceQuery,
  ): Promise<PageDifferencesResource> {
    const { context, base } = await this.content.comparison(actor, spaceId, changeRequestId, from);
    return this.differences.between(context, base, pageId);
  }

  protected contextOf(
    actor: Actor,
    { spaceId, changeRequestId }: ChangeRequestParams,
  ): Promise<ContentContext> {
    return this.content.context(actor, spaceId, changeRequestId);
  }
}
