import { Body, Controller, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
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
  UpdateOrganizationBody,
} from './organization.dto.js';
import { presentOrganization } from './organization.presenter.js';
import { Organizations, type OrganizationUpdate } from './organizations.service.js';

@ApiTags('organizations')
@Controller('v1/orgs')
export class OrganizationsController {
  constructor(
    private readonly organizations: Organizations,
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
    const view = await this.organizations.updateOrganization(actor, params.organizationId, toUpdate(body));
    return presentOrganization(view, this.urls);
  }
}

function toUpdate({ logo, defaultContent, ...plain }: UpdateOrganizationBody): OrganizationUpdate {
  return {
    ...plain,
    ...(logo === undefined ? {} : { logoUrl: logo }),
    ...(defaultContent === undefined ? {} : { defaultSiteId: defaultContent?.site ?? null }),
  };
}
