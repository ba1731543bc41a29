import { Controller, Delete, Get, HttpCode, Param, Patch, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Urls } from '#platform/http/urls.js';
import { CustomHostnameParams, CustomHostnameQuery, CustomHostnameResource } from './custom-hostname.dto.js';
import { presentCustomHostname } from './custom-hostname.presenter.js';
import { CustomHostnames } from './custom-hostnames.service.js';

@ApiTags('custom-hostnames')
@Controller('v1/custom-hostnames')
export class CustomHostnamesController {
  constructor(
    private readonly hostnames: CustomHostnames,
    private readonly urls: Urls,
  ) {}

  @Get(':hostname')
  @Authenticated('site:metadata:read')
  @ApiOperation({ operationId: 'getCustomHostname', summary: 'The domain of a site, and how to prove it' })
  @ApiOkResponse({ type: CustomHostnameResource })
  async get(
    @CurrentActor() actor: Actor,
    @Param() { hostname }: CustomHostnameParams,
    @Query() { organization }: CustomHostnameQuery,
  ): Promise<CustomHostnameResource> {
    return presentCustomHostname(
      await this.hostnames.requireHostname(actor, { hostname, organization }, 'view'),
      this.urls,
    );
  }

  @Patch(':hostname')
  @HttpCode(204)
  @Authenticated('site:metadata:write')
  @ApiOperation({
    operationId: 'dnsRevalidateCustomHostname',
    summary: 'Ask DNS again whether a domain is proven',
  })
  @ApiNoContentResponse({ description: 'It is proven; readers find the site there.' })
  async revalidate(
    @CurrentActor() actor: Actor,
    @Param() { hostname }: CustomHostnameParams,
    @Query() { organization }: CustomHostnameQuery,
  ): Promise<void> {
    await this.hostnames.revalidate(actor, { hostname, organization });
  }

  @Delete(':hostname')
  @HttpCode(204)
  @Authenticated('site:metadata:write')
  @ApiOperation({ operationId: 'removeCustomHostname', summary: 'Take a domain off its site' })
  @ApiNoContentResponse({ description: 'No site has it, or none that is visible.' })
  async remove(
    @CurrentActor() actor: Actor,
    @Param() { hostname }: CustomHostnameParams,
    @Query() { organization }: CustomHostnameQuery,
  ): Promise<void> {
    await this.hostnames.remove(actor, { hostname, organization });
  }
}
