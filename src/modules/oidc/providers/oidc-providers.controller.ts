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
import { OidcUrls } from '../oidc-urls.js';
import {
  CreateOidcProviderBody,
  OidcProviderParams,
  OidcProviderResource,
  UpdateOidcProviderBody,
} from './oidc-provider.dto.js';
import { type OidcProviderView, presentOidcProvider } from './oidc-provider.presenter.js';
import { OidcProviders } from './oidc-providers.service.js';

/** Bindery's own operations: identity providers that speak OpenID Connect. */
@ApiTags('oidc')
@Controller('v1/orgs/:organizationId/oidc')
export class OidcProvidersController {
  constructor(
    private readonly providers: OidcProviders,
    private readonly urls: Urls,
    private readonly service: OidcUrls,
  ) {}

  @Get()
  @Authenticated('organization:read')
  @Operation('listOrganizationOIDCProviders', 'Identity providers of OpenID Connect, oldest first')
  @ApiPage(OidcProviderResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Query() query: PageQuery,
  ): Promise<Page<OidcProviderResource>> {
    const page = await this.providers.list(actor, params.organizationId, query);
    return mapPage(page, (view) => this.present(view));
  }

  @Post()
  @Authenticated('organization:write')
  @Operation('createOrganizationOIDCProvider', 'Set up an identity provider of OpenID Connect, or GitHub')
  @CreatedWithLocation(OidcProviderResource)
  async create(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Body() body: CreateOidcProviderBody,
  ): Promise<OidcProviderResource> {
    return this.present(await this.providers.create(actor, params.organizationId, body));
  }

  @Get(':oidcProviderId')
  @Authenticated('organization:read')
  @Operation('getOrganizationOIDCProviderById', 'One identity provider of OpenID Connect')
  @Ok(OidcProviderResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() params: OidcProviderParams,
  ): Promise<OidcProviderResource> {
    return this.present(await this.providers.get(actor, params.organizationId, params.oidcProviderId));
  }

  @Patch(':oidcProviderId')
  @Authenticated('organization:write')
  @Operation('updateOrganizationOIDCProvider', 'Change an identity provider of OpenID Connect')
  @Ok(OidcProviderResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() params: OidcProviderParams,
    @Body() body: UpdateOidcProviderBody,
  ): Promise<OidcProviderResource> {
    const { organizationId, oidcProviderId } = params;
    return this.present(await this.providers.update(actor, organizationId, oidcProviderId, body));
  }

  @Delete(':oidcProviderId')
  @Authenticated('organization:write')
  @Operation(
    'deleteOrganizationOIDCProvider',
    'Delete an identity provider of OpenID Connect; sessions from single sign-on in the organization end',
  )
  @NoContent('It is gone, also when it never was.')
  async delete(@CurrentActor() actor: Actor, @Param() params: OidcProviderParams): Promise<void> {
    await this.providers.delete(actor, params.organizationId, params.oidcProviderId);
  }

  private present(view: OidcProviderView): OidcProviderResource {
    return presentOidcProvider(view, this.urls, this.service);
  }
}
