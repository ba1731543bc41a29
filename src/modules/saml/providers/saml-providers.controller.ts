import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import {
  CreateSamlProviderBody,
  SamlProviderParams,
  SamlProviderResource,
  SsoLoginsResource,
  UpdateSamlProviderBody,
} from './saml-provider.dto.js';
import { presentSamlProvider, presentSsoLogin, type SamlProviderView } from './saml-provider.presenter.js';
import { SamlProviders } from './saml-providers.service.js';
import { ServiceUrls } from './service-urls.js';

@ApiTags('saml')
@Controller('v1/orgs/:organizationId')
export class SamlProvidersController {
  constructor(
    private readonly providers: SamlProviders,
    private readonly urls: Urls,
    private readonly service: ServiceUrls,
  ) {}

  @Get('saml')
  @Authenticated('organization:read')
  @ApiOperation({
    operationId: 'listSAMLProvidersInOrganizationById',
    summary: 'Identity providers, oldest first',
  })
  @ApiPage(SamlProviderResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Query() query: PageQuery,
  ): Promise<Page<SamlProviderResource>> {
    const page = await this.providers.list(actor, params.organizationId, query);
    return mapPage(page, (view) => this.present(view));
  }

  @Post('saml')
  @Authenticated('organization:write')
  @ApiOperation({ operationId: 'createOrganizationSAMLProvider', summary: 'Set up an identity provider' })
  @ApiCreatedResponse({ type: SamlProviderResource })
  async create(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Body() body: CreateSamlProviderBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SamlProviderResource> {
    const resource = this.present(await this.providers.create(actor, params.organizationId, body));
    response.location(resource.urls.location);
    return resource;
  }

  @Get('saml/:samlProviderId')
  @Authenticated('organization:read')
  @ApiOperation({ operationId: 'getOrganizationSAMLProviderById', summary: 'One identity provider' })
  @ApiOkResponse({ type: SamlProviderResource })
  async get(
    @CurrentActor() actor: Actor,
    @Param() params: SamlProviderParams,
  ): Promise<SamlProviderResource> {
    return this.present(await this.providers.get(actor, params.organizationId, params.samlProviderId));
  }

  @Patch('saml/:samlProviderId')
  @Authenticated('organization:write')
  @ApiOperation({ operationId: 'updateOrganizationSAMLProvider', summary: 'Change an identity provider' })
  @ApiOkResponse({ type: SamlProviderResource })
  async update(
    @CurrentActor() actor: Actor,
    @Param() params: SamlProviderParams,
    @Body() body: UpdateSamlProviderBody,
  ): Promise<SamlProviderResource> {
    const { organizationId, samlProviderId } = params;
    return this.present(await this.providers.update(actor, organizationId, samlProviderId, body));
  }

  @Delete('saml/:samlProviderId')
  @HttpCode(204)
  @Authenticated('organization:write')
  @ApiOperation({
    operationId: 'deleteOrganizationSAMLProvider',
    summary: 'Delete an identity provider; sessions from single sign-on in the organization end',
  })
  @ApiNoContentResponse({ description: 'It is gone, also when it never was.' })
  async delete(@CurrentActor() actor: Actor, @Param() params: SamlProviderParams): Promise<void> {
    await this.providers.delete(actor, params.organizationId, params.samlProviderId);
  }

  @Get('sso')
  @Authenticated('organization:read')
  @ApiOperation({
    operationId: 'listSSOProviderLoginsInOrganization',
    summary: 'Ways to sign in to an organization',
  })
  @ApiOkResponse({ type: SsoLoginsResource })
  async listLogins(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
  ): Promise<SsoLoginsResource> {
    const providers = await this.providers.listLogins(actor, params.organizationId);
    return { items: providers.map((provider) => presentSsoLogin(provider, this.service)) };
  }

  private present(view: SamlProviderView): SamlProviderResource {
    return presentSamlProvider(view, this.urls, this.service);
  }
}
