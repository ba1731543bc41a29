import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedWithLocation, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
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
import { organizationUpdateOf, UpdateOrganization } from './update-organization.js';

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
  @Operation('listOrganizationsForAuthenticatedUser', 'Organizations you belong to, by title')
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
  @Operation(
    'createOrganization',
    'Make another organization, for administrators of one; you become its administrator',
  )
  @CreatedWithLocation(OrganizationResource)
  async createOrganization(
    @CurrentActor() actor: Actor,
    @Body() body: CreateOrganizationBody,
  ): Promise<OrganizationResource> {
    const view = await this.organizations.createForActor(actor, body);
    return presentOrganization(view, this.urls);
  }

  @Get(':organizationId')
  @Authenticated('organization:read')
  @Operation('getOrganizationById', 'One organization')
  @Ok(OrganizationResource)
  async getOrganization(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
  ): Promise<OrganizationResource> {
    const view = await this.organizations.viewOrganization(actor, params.organizationId);
    return presentOrganization(view, this.urls);
  }

  @Patch(':organizationId')
  @Authenticated('organization:write')
  @Operation('updateOrganizationById', 'Change settings of an organization')
  @Ok(OrganizationResource)
  async updateOrganization(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Body() body: UpdateOrganizationBody,
  ): Promise<OrganizationResource> {
    const view = await this.update.run(actor, params.organizationId, organizationUpdateOf(body));
    return presentOrganization(view, this.urls);
  }

  @Post(':organizationId/ping')
  @Authenticated('organization:read')
  @Operation(
    'updateOrganizationMemberLastSeenAt',
    'Say that you are there; other members see when you were last seen',
  )
  @Ok(PingResource)
  ping(@CurrentActor() actor: Actor, @Param() params: OrganizationParams): PingResource {
    // The interceptor records when the caller was last seen; this route does nothing else.
    requireMember(actor, params.organizationId);
    return {};
  }
}
