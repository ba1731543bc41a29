import { Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { presentSpaceHits, SearchSpaceResource } from '#modules/search/index.js';
import { ContentUrls } from '#modules/space-content/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import {
  ClusterChangeRequestParams,
  ClusterParams,
  ClusterResource,
  ListClustersQuery,
} from './cluster.dto.js';
import { presentCluster } from './cluster.presenter.js';
import { Clusters } from './clusters.service.js';

@ApiTags('conversations')
@Controller('v1/orgs/:organizationId/conversations-clusters')
export class ClustersController {
  constructor(
    private readonly clusters: Clusters,
    private readonly urls: Urls,
    private readonly contentUrls: ContentUrls,
  ) {}

  @Get()
  @Authenticated('conversations:read')
  @Operation('listConversationsClusters', 'List clusters of similar questions')
  @ApiPage(ClusterResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Query() { page, limit, ...filter }: ListClustersQuery,
  ): Promise<Page<ClusterResource>> {
    const found = await this.clusters.list(actor, organizationId, filter, { page, limit });
    return mapPage(found, (view) => presentCluster(view, this.urls));
  }

  @Get(':clusterId')
  @Authenticated('conversations:read')
  @Operation('getConversationsCluster', 'One cluster of issues')
  @Ok(ClusterResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, clusterId }: ClusterParams,
  ): Promise<ClusterResource> {
    return presentCluster(await this.clusters.get(actor, organizationId, clusterId), this.urls);
  }

  @Get(':clusterId/pages')
  @Authenticated('space:content:read')
  @Operation('listPagesForConversationsCluster', 'Pages that may answer what a cluster asks')
  @ApiPage(SearchSpaceResource)
  async pages(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, clusterId }: ClusterParams,
    @Query() query: PageQuery,
  ): Promise<Page<SearchSpaceResource>> {
    const found = await this.clusters.pages(actor, organizationId, clusterId, query);
    return mapPage(found, (space) => presentSpaceHits(space, this.contentUrls));
  }

  @Put(':clusterId/change-requests/:changeRequestId')
  @Authenticated('space:content:write')
  @Operation('linkChangeRequestToConversationsCluster', 'Note that a change request is made for a cluster')
  @NoContent('It is, and for no other.')
  link(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, clusterId, changeRequestId }: ClusterChangeRequestParams,
  ): Promise<void> {
    return this.clusters.link(actor, organizationId, clusterId, changeRequestId);
  }

  @Delete(':clusterId/change-requests/:changeRequestId')
  @Authenticated('space:content:write')
  @Operation(
    'unlinkChangeRequestFromConversationsCluster',
    'Note that a change request is not made for a cluster',
  )
  @NoContent('It is not.')
  unlink(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, clusterId, changeRequestId }: ClusterChangeRequestParams,
  ): Promise<void> {
    return this.clusters.unlink(actor, organizationId, clusterId, changeRequestId);
  }
}
