import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import type { Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { RecentPageResource } from './recent-pages.dto.js';
import type { RecentPage } from './recent-pages.repository.js';
import { RecentPages } from './recent-pages.service.js';

/** Bindery's own operation: the published contract does not say what somebody read. */
@ApiTags('inbox')
@Controller('v1/orgs/:organizationId/recent-pages')
export class RecentPagesController {
  constructor(
    private readonly pages: RecentPages,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('space:content:read')
  @Operation('listRecentPages', 'The pages that you read lately in the app, at most 50')
  @ApiPage(RecentPageResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
  ): Promise<Page<RecentPageResource>> {
    const pages = await this.pages.list(actor, params.organizationId);
    return { items: pages.map((page) => present(page, this.urls)), count: pages.length };
  }
}

function present(
  { pageId, title, spaceId, spaceTitle, spaceEmoji, readAt }: RecentPage,
  urls: Urls,
): RecentPageResource {
  return {
    object: 'recent-page',
    id: pageId,
    title,
    space: { id: spaceId, title: spaceTitle, ...(spaceEmoji === '' ? {} : { emoji: spaceEmoji }) },
    readAt: readAt.toISOString(),
    urls: { app: urls.app('s', spaceId, '~', 'pages', pageId) },
  };
}
