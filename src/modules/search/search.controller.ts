import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ContentUrls } from '#modules/space-content/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { SearchHitResource, SearchQuery, SearchSpaceResource } from './search.dto.js';
import { presentHit, presentSpaceHits } from './search.presenter.js';
import { Search } from './search.service.js';

@ApiTags('search')
@Controller('v1')
export class SearchController {
  constructor(
    private readonly search: Search,
    private readonly urls: ContentUrls,
  ) {}

  @Get('spaces/:spaceId/search')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('searchSpaceContent', 'Find pages of a space by their words')
  @ApiPage(SearchHitResource)
  async searchSpace(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Query() { query, ...page }: SearchQuery,
  ): Promise<Page<SearchHitResource>> {
    const hits = await this.search.inSpace(actor, spaceId, query, page);
    return mapPage(hits, (hit) => presentHit(hit, this.urls));
  }

  @Get('orgs/:organizationId/search')
  @Authenticated('space:content:read')
  @Operation('searchOrganizationContent', 'Find pages by their words in all spaces that are visible to you')
  @ApiPage(SearchSpaceResource)
  async searchOrganization(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Query() { query, ...page }: SearchQuery,
  ): Promise<Page<SearchSpaceResource>> {
    const spaces = await this.search.inOrganization(actor, organizationId, query, page);
    return mapPage(spaces, (space) => presentSpaceHits(space, this.urls));
  }
}
