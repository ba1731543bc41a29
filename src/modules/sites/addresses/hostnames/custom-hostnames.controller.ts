import { Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
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
  @Operation('getCustomHostname', 'The domain of a site, and how to prove it')
  @Ok(CustomHostnameResource)
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
  @Authenticated('site:metadata:write')
  @Operation('dnsRevalidateCustomHostname', 'Ask DNS again whether a domain is proven')
  @NoContent('It is proven; readers find the site there.')
  async revalidate(
    @CurrentActor() actor: Actor,
    @Param() { hostname }: CustomHostnameParams,
    @Query() { organization }: CustomHostnameQuery,
  ): Promise<void> {
    await this.hostnames.revalidate(actor, { hostname, organization });
  }

  @Delete(':hostname')
  @Authenticated('site:metadata:write')
  @Operation('removeCustomHostname', 'Take a domain off its site')
  @NoContent('No site has it, or none that is visible.')
  async remove(
    @CurrentActor() actor: Actor,
    @Param() { hostname }: CustomHostnameParams,
    @Query() { organization }: CustomHostnameQuery,
  ): Promise<void> {
    await this.hostnames.remove(actor, { hostname, organization });
  }
}
