import {
  anyPageSchema,
  ChangesQuery,
  ContentChangesBody,
  ContentChangesQuery,
  ContentListQuery,
  ContentQuery,
  ContentReads,
  DocumentPageResource,
  FileResource,
  GroupPageResource,
  PageContentQuery,
  type PageResource,
  PageTreeResource,
  pathPageSchema,
  PageDifferences,
  PageDifferencesResource,
  ReusableContentResource,
  RevisionResource,
  SemanticChangesResource,
} from '#modules/space-content/index.js';
import type { Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { BodyLimit } from '#platform/http/body/body-limit.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { WrittenJson } from '#platform/http/written-json.js';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiParam, ApiTags, getSchemaPath } from '@nestjs/swagger';
import {
  ChangeRequestContentUpdateResource,
  ChangeRequestParams,
  ChangeRequestResource,
} from '../change-request.dto.js';
import { presentChangeRequest } from '../change-request.presenter.js';
import { ChangeRequestContent } from './change-request-content.service.js';

/** The content of a change request: the same reads as those of a space, on the head of the change request. */
@ApiTags('change-request-content')
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
export class ChangeRequestContentController {
  constructor(
    private readonly content: ChangeRequestContent,
    private readonly reads: ContentReads,
    private readonly differences: PageDifferences,
    private readonly urls: Urls,
  ) {}

  @Get('content')
  @Authenticated('space:content:read')
  @Operation('getRevisionOfChangeRequestById', 'The content of a change request, without texts')
  @Ok(RevisionResource)
  async revision(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Query() query: ContentQuery,
  ): Promise<WrittenJson> {
    return this.reads.revision(await this.of(actor, params), query);
  }

  @Post('content')
  @HttpCode(200)
  @Authenticated('space:content:write')
  @BodyLimit(32)
  @Operation(
    'updateChangeRequestContent',
    'Change pages and files of a change request, all at once or not at all',
  )
  @ApiExtraModels(ChangeRequestResource, ChangeRequestContentUpdateResource)
  @ApiOkResponse({
    description: 'The change request, or with compat=false also what became of each change.',
    schema: {
      oneOf: [ChangeRequestResource, ChangeRequestContentUpdateResource].map((type) => ({
        $ref: getSchemaPath(type),
      })),
    },
  })
  async change(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, changeRequestId }: ChangeRequestParams,
    @Body() body: ContentChangesBody,
    @Query() { compat }: ContentChangesQuery,
  ): Promise<ChangeRequestResource | ChangeRequestContentUpdateResource> {
    const { row, update } = await this.content.change(actor, spaceId, changeRequestId, body);
    const changeRequest = presentChangeRequest(row, this.urls);
    if (compat !== false) return changeRequest;
    const { revision, changes, insertedFiles } = update.resource;
    return { changeRequest, revision, changes, ...(insertedFiles ? { insertedFiles } : {}) };
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
    @Query() query: ChangesQuery,
  ): Promise<SemanticChangesResource> {
    const { context, base } = await this.content.comparison(actor, spaceId, changeRequestId);
    return this.reads.changes(context, base, query);
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
  ): Promise<PageDifferencesResource> {
    const { context, base } = await this.content.comparison(actor, spaceId, changeRequestId);
    return this.differences.between(context, base, pageId);
  }

  @Get('content/pages')
  @Authenticated('space:content:read')
  @Operation('listPagesInChangeRequest', 'The page tree of a change request')
  @Ok(PageTreeResource)
  async pages(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Query() query: ContentQuery,
  ): Promise<WrittenJson> {
    return this.reads.pages(await this.of(actor, params), query);
  }

  @Get('content/files')
  @Authenticated('space:content:read')
  @Operation('listFilesInChangeRequestById', 'The files of a change request')
  @ApiPage(FileResource)
  async files(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Query() query: ContentListQuery,
  ): Promise<Page<FileResource>> {
    return this.reads.files(await this.of(actor, params), query);
  }

  @Get('content/files/:fileId')
  @Authenticated('space:content:read')
  @Operation('getFileInChangeRequestById', 'One file of a change request')
  @Ok(FileResource)
  async file(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Param('fileId') fileId: string,
    @Query() query: ContentQuery,
  ): Promise<FileResource> {
    return this.reads.file(await this.of(actor, params), fileId, query);
  }

  @Get('content/page/:pageId')
  @Authenticated('space:content:read')
  @Operation(
    'getPageInChangeRequestById',
    'One page of a change request with its subpages, and its text in a format',
  )
  @ApiOkResponse({ schema: anyPageSchema })
  async page(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Param('pageId') pageId: string,
    @Query() query: PageContentQuery,
  ): Promise<PageResource> {
    return this.reads.page(await this.of(actor, params), pageId, query);
  }

  @Get('content/path/*pagePath')
  @Authenticated('space:content:read')
  @Operation('getPageInChangeRequestByPath', 'One document or group of a change request by its path')
  @ApiParam({ name: 'pagePath', type: String, description: 'Slugs joined by slashes, escaped or not.' })
  @ApiOkResponse({ schema: pathPageSchema })
  async path(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Param('pagePath') path: string | string[],
    @Query() query: PageContentQuery,
  ): Promise<DocumentPageResource | GroupPageResource> {
    return this.reads.path(await this.of(actor, params), [path].flat().join('/'), query);
  }

  @Get('content/reusable-contents/:reusableContentId')
  @Authenticated('space:content:read')
  @Operation('getReusableContentInChangeRequestById', 'One reusable content of a change request')
  @Ok(ReusableContentResource)
  async reusableContent(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Param('reusableContentId') id: string,
    @Query() query: ContentQuery,
  ): Promise<ReusableContentResource> {
    return this.reads.reusableContent(await this.of(actor, params), id, query);
  }

  private of(actor: Actor, { spaceId, changeRequestId }: ChangeRequestParams) {
    return this.content.context(actor, spaceId, changeRequestId);
  }
}
