import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import {
  CreateOrganizationBody,
  OrganizationParams,
  OrganizationResource,
  PingResource,
  UpdateOrganizationBody,
} from './organization.dto.js';
import { presentOrganization } from './organization.presenter.js';
import { Organizations } from './organizations.service.js';
import { requireMember } from './require-member.js';
import { type OrganizationUpdate, UpdateOrganization } from './update-organization.js';

@ApiTags('organizations')
@Controller('v1/orgs')
export class OrganizationsController {
  constructor(
    private readonly organizations: Organizations,
    private readonly update: UpdateOrganization,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('organization:read')
  @ApiOperation({
    operationId: 'listOrganizationsForAuthenticatedUser',
    summary: 'Organizations you belong to, by title',
  })
  @ApiPage(OrganizationResource)
  async listOrganizations(
    @CurrentActor() actor: Actor,
    @Query() query: PageQuery,
  ): Promise<Page<OrganizationResource>> {
    const page = await this.organizations.listOrganizations(actor, query);
    return mapPage(page, (view) => presentOrganization(view, this.urls));
  }

  @Post()
  @Authenticated('organization:write')
  @ApiOperation({
    operationId: 'createOrganization',
    summary: 'Make another organization, for administrators of one; you become its administrator',
  })
  @ApiCreatedResponse({ type: OrganizationResource })
  async createOrganization(
    @CurrentActor() actor: Actor,
    @Body() body: CreateOrganizationBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OrganizationResource> {
    const view = await this.organizations.createOwn(actor, body);
    const resource = presentOrganization(view, this.urls);
    response.location(resource.urls.location);
    return resource;
  }

  @Get(':organizationId')
  @Authenticated('organization:read')
  @ApiOperation({ operationId: 'getOrganizationById', summary: 'One organization' })
  @ApiOkResponse({ type: OrganizationResource })
  async getOrganization(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
  ): Promise<OrganizationResource> {
    const view = await this.organizations.viewOrganization(actor, params.organizationId);
    return presentOrganization(view, this.urls);
  }

  @Patch(':organizationId')
  @Authenticated('organization:write')
  @ApiOperation({ operationId: 'updateOrganizationById', summary: 'Change settings of an organization' })
  @ApiOkResponse({ type: OrganizationResource })
  async updateOrganization(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Body() body: UpdateOrganizationBody,
  ): Promise<OrganizationResource> {
    const view = await this.update.run(actor, params.organizationId, toUpdate(body));
    return presentOrganization(view, this.urls);
  }

  @Post(':organizationId/ping')
  @HttpCode(200)
  @Authenticated('organization:read')
  @ApiOperation({
    operationId: 'updateOrganizationMemberLastSeenAt',
    summary: 'Say that you are there; other members see when you were last seen',
  })
  @ApiOkResponse({ type: PingResource })
  ping(@CurrentActor() actor: Actor, @Param() params: OrganizationParams): PingResource {
    // The interceptor records when the caller was last seen; this route does nothing else.
    requireMember(actor, params.organizationId);
    return {};
  }
}

function toUpdate({ logo, defaultContent, ...plain }: UpdateOrganizationBody): OrganizationUpdate {
  return {
    ...plain,
    ...(logo === undefined ? {} : { logoUrl: logo }),
    ...(defaultContent === undefined ? {} : { defaultSiteId: defaultContent?.site ?? null }),
  };
}
