import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SpaceParams, SpaceResource } from '#modules/spaces/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { OkOneOf } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { BodyLimit } from '#platform/http/body/body-limit.js';
import { Operation } from '#platform/http/operation.js';
import { RouteOrder } from '#platform/http/route-order.js';
import { ContentChangesBody, ContentChangesQuery } from './changing/content-changes.dto.js';
import { LiveContent } from './changing/live-content.js';
import { SpaceUpdateResource } from './changing/space-update.dto.js';
import type { ContentContext } from './content-context.js';
import { ContentContexts } from './content-contexts.js';
import { DocumentByIdQuery } from './reading/content-queries.dto.js';
import { ContentReads } from './reading/content-reads.js';
import { documentSchema } from './reading/content.dto.js';
import { contentRoutes } from './reading/content.routes.js';

const PLACE = { params: SpaceParams, path: 'content', siteReaders: true };

/** The current content of a space. */
@ApiTags('space-content')
@Controller('v1/spaces/:spaceId')
@RouteOrder(
  'revision',
  'update',
  'pages',
  'files',
  'file',
  'page',
  'pageByPath',
  'tags',
  'reusableContents',
  'reusableContent',
  'getDocument',
)
export class SpaceContentController extends contentRoutes(PLACE, {
  revision: ['getCurrentRevision', 'The current content of a space, without texts'],
  pages: ['listPages', 'The page tree of a space'],
  files: ['listFiles', 'The files of a space'],
  file: ['getFileById', 'One file of a space'],
  page: ['getPageById', 'One page with its subpages, and its text in a format'],
  pageByPath: ['getPageByPath', 'One document or group by its path'],
  tags: ['listTags', 'The tags of a space'],
  reusableContents: ['listReusableContents', 'The reusable contents of a space'],
  reusableContent: ['getReusableContentById', 'One reusable content of a space'],
}) {
  constructor(
    private readonly contexts: ContentContexts,
    private readonly live: LiveContent,
    reads: ContentReads,
  ) {
    super(reads);
  }

  @Post('content')
  @Authenticated('space:content:write')
  @BodyLimit(32)
  @Operation('updateSpaceContent', 'Change pages and files of a live space, all at once or not at all')
  @OkOneOf(
    [SpaceResource, SpaceUpdateResource],
    'The space, or with compat=false what became of each change.',
  )
  async update(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Body() body: ContentChangesBody,
    @Query() { compat }: ContentChangesQuery,
  ): Promise<SpaceResource | SpaceUpdateResource> {
    const update = await this.live.update(actor, spaceId, body);
    return compat === false ? update : update.space;
  }

  @Get('documents/:documentId')
  @Authenticated('space:content:read')
  @Operation('getDocumentById', 'A document by the id a page of the space was shown with')
  @ApiOkResponse({ schema: documentSchema })
  async getDocument(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Param('documentId') documentId: string,
    @Query() _query: DocumentByIdQuery,
  ): Promise<object> {
    const { organizationId } = await this.contexts.current(actor, spaceId);
    return this.reads.document(organizationId, spaceId, documentId);
  }

  protected contextOf(actor: Actor, { spaceId }: SpaceParams): Promise<ContentContext> {
    return this.contexts.current(actor, spaceId);
  }
}
