import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedWithLocation, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import {
  CreateSamlProviderBody,
  SamlProviderParams,
  SamlProviderResource,
  SsoLoginsResource,
  UpdateSamlProviderBody,
} from './saml-provider.dto.js';
import { presentSamlProvider, type SamlProviderView } from './saml-provider.presenter.js';
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
  @Operation('listSAMLProvidersInOrganizationById', 'Identity providers, oldest first')
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
  @Operation('createOrganizationSAMLProvider', 'Set up an identity provider')
  @CreatedWithLocation(SamlProviderResource)
  async create(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Body() body: CreateSamlProviderBody,
  ): Promise<SamlProviderResource> {
    return this.present(await this.providers.create(actor, params.organizationId, body));
  }

  @Get('saml/:samlProviderId')
  @Authenticated('organization:read')
  @Operation('getOrganizationSAMLProviderById', 'One identity provider')
  @Ok(SamlProviderResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() params: SamlProviderParams,
  ): Promise<SamlProviderResource> {
    return this.present(await this.providers.get(actor, params.organizationId, params.samlProviderId));
  }

  @Patch('saml/:samlProviderId')
  @Authenticated('organization:write')
  @Operation('updateOrganizationSAMLProvider', 'Change an identity provider')
  @Ok(SamlProviderResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() params: SamlProviderParams,
    @Body() body: UpdateSamlProviderBody,
  ): Promise<SamlProviderResource> {
    const { organizationId, samlProviderId } = params;
    return this.present(await this.providers.update(actor, organizationId, samlProviderId, body));
  }

  @Delete('saml/:samlProviderId')
  @Authenticated('organization:write')
  @Operation(
    'deleteOrganizationSAMLProvider',
    'Delete an identity provider; sessions from single sign-on in the organization end',
  )
  @NoContent('It is gone, also when it never was.')
  async delete(@CurrentActor() actor: Actor, @Param() params: SamlProviderParams): Promise<void> {
    await this.providers.delete(actor, params.organizationId, params.samlProviderId);
  }

  @Get('sso')
  @Authenticated('organization:read')
  @Operation('listSSOProviderLoginsInOrganization', 'Ways to sign in to an organization')
  @Ok(SsoLoginsResource)
  async listLogins(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
  ): Promise<SsoLoginsResource> {
    return { items: await this.providers.listLogins(actor, params.organizationId) };
  }

  private present(view: SamlProviderView): SamlProviderResource {
    return presentSamlProvider(view, this.urls, this.service);
  }
}
