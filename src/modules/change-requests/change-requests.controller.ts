import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedWithLocation, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ChangeRequestParams,
  ChangeRequestResource,
  ContributorResource,
  CreateChangeRequestBody,
  ListChangeRequestsQuery,
  SpaceChangeRequestsParams,
  UpdateChangeRequestBody,
} from './change-request.dto.js';
import { presentChangeRequest, presentContributor } from './change-request.presenter.js';
import { ChangeRequests } from './change-requests.service.js';
import { OpenChangeRequest } from './open-change-request.js';

@ApiTags('change-requests')
@Controller('v1')
export class ChangeRequestsController {
  constructor(
    private readonly changeRequests: ChangeRequests,
    private readonly openChangeRequest: OpenChangeRequest,
    private readonly urls: Urls,
  ) {}

  @Get('spaces/:spaceId/change-requests')
  @Authenticated('space:metadata:read')
  @Operation('listChangeRequestsForSpace', 'Change requests of a space')
  @ApiPage(ChangeRequestResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceChangeRequestsParams,
    @Query() query: ListChangeRequestsQuery,
  ): Promise<Page<ChangeRequestResource>> {
    const page = await this.changeRequests.list(actor, params.spaceId, query);
    return mapPage(page, (row) => presentChangeRequest(row, this.urls));
  }

  @Get('orgs/:organizationId/change-requests')
  @Authenticated('space:metadata:read')
  @Operation('listChangeRequestsForOrganization', 'Change requests of all spaces that are visible to you')
  @ApiPage(ChangeRequestResource)
  async listOfOrganization(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Query() query: ListChangeRequestsQuery,
  ): Promise<Page<ChangeRequestResource>> {
    const page = await this.changeRequests.listOfOrganization(actor, params.organizationId, query);
    return mapPage(page, (row) => presentChangeRequest(row, this.urls));
  }

  @Post('spaces/:spaceId/change-requests')
  @Authenticated('space:content:write')
  @Operation('createChangeRequest', 'Open a draft on the current content')
  @CreatedWithLocation(ChangeRequestResource)
  async create(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceChangeRequestsParams,
    @Body() body: CreateChangeRequestBody,
  ): Promise<ChangeRequestResource> {
    const row = await this.openChangeRequest.execute(actor, params.spaceId, body);
    return presentChangeRequest(row, this.urls);
  }

  @Get('spaces/:spaceId/change-requests/:changeRequestId')
  @Authenticated('space:metadata:read', { siteReaders: true })
  @Operation('getChangeRequestById', 'One change request')
  @Ok(ChangeRequestResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
  ): Promise<ChangeRequestResource> {
    const row = await this.changeRequests.requireChangeRequest(actor, params.spaceId, params.changeRequestId);
    return presentChangeRequest(row, this.urls, { isForReader: actor.kind === 'site' });
  }

  @Patch('spaces/:spaceId/change-requests/:changeRequestId')
  @Authenticated('space:metadata:write')
  @Operation('updateChangeRequestById', 'Change subject, description or status of a change request')
  @Ok(ChangeRequestResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Body() body: UpdateChangeRequestBody,
  ): Promise<ChangeRequestResource> {
    const row = await this.changeRequests.update(actor, params.spaceId, params.changeRequestId, body);
    return presentChangeRequest(row, this.urls);
  }

  @Get('spaces/:spaceId/change-requests/:changeRequestId/contributors')
  @Authenticated('space:metadata:read')
  @Operation(
    'getContributorsByChangeRequestId',
    'List the users who edited a change request or commented on it',
  )
  @ApiPage(ContributorResource)
  async listContributors(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, changeRequestId }: ChangeRequestParams,
    @Query() query: PageQuery,
  ): Promise<Page<ContributorResource>> {
    const page = await this.changeRequests.listContributors(actor, spaceId, changeRequestId, query);
    return mapPage(page, (contributor) => presentContributor(contributor, this.urls));
  }
}
