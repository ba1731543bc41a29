import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangeRequestContent } from '#modules/change-requests/index.js';
import { ContentContexts } from '#modules/space-content/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import {
  ChangeRequestPageLinksParams,
  MetaLinksResource,
  PageLinksParams,
  RevisionPageLinksParams,
} from '../link.dto.js';
import { FindMetaLinks } from './meta-links.service.js';

/** Pages around a page. */
@ApiTags('links')
@Controller('v1/spaces/:spaceId')
export class MetaLinksController {
  constructor(
    private readonly contexts: ContentContexts,
    private readonly changeRequests: ChangeRequestContent,
    private readonly metaLinks: FindMetaLinks,
  ) {}

  @Get('content/page/:pageId/meta-links')
  @Authenticated('space:content:read')
  @Operation(
    'listSpacePageMetaLinks',
    'Get the neighbours and addresses of a page: before, after and around it; canonical and alternate',
  )
  @Ok(MetaLinksResource)
  async ofSpace(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, pageId }: PageLinksParams,
  ): Promise<MetaLinksResource> {
    return this.metaLinks.read(await this.contexts.current(actor, spaceId), pageId);
  }

  @Get('change-requests/:changeRequestId/content/page/:pageId/meta-links')
  @Authenticated('space:content:read')
  @Operation(
    'listChangeRequestPageMetaLinks',
    'Get the neighbours and addresses of a page of a change request',
  )
  @Ok(MetaLinksResource)
  async ofChangeRequest(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, changeRequestId, pageId }: ChangeRequestPageLinksParams,
  ): Promise<MetaLinksResource> {
    const context = await this.changeRequests.context(actor, spaceId, changeRequestId);
    return this.metaLinks.read(context, pageId);
  }

  @Get('revisions/:revisionId/page/:pageId/meta-links')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('listRevisionPageMetaLinks', 'Get the neighbours and addresses of a page at a revision')
  @Ok(MetaLinksResource)
  async ofRevision(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, revisionId, pageId }: RevisionPageLinksParams,
  ): Promise<MetaLinksResource> {
    return this.metaLinks.read(await this.contexts.atRevision(actor, spaceId, revisionId), pageId);
  }
}
