import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { SiteParams } from '../../site/site.dto.js';
import { AddressEvidence } from '../claims/address-evidence.js';
import { presentRecord } from '../claims/proof-record.js';
import { SiteAddress } from '../site-address.js';
import { SiteProxies, type SiteClaim } from './site-proxies.service.js';
import { SiteProxyStateResource } from './site-proxy.dto.js';

@ApiTags('sites')
@Controller('v1/orgs/:organizationId/sites/:siteId/proxy')
export class SiteProxyController {
  constructor(
    private readonly proxies: SiteProxies,
    private readonly evidence: AddressEvidence,
    private readonly address: SiteAddress,
  ) {}

  @Get()
  @Authenticated('site:metadata:read')
  @Operation('getSiteProxy', 'The address of a site on another website, and how to prove it')
  @Ok(SiteProxyStateResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
  ): Promise<SiteProxyStateResource> {
    return this.present(await this.proxies.requireProxy(actor, organizationId, siteId, 'view'));
  }

  @Post('verify')
  @HttpCode(200)
  @Authenticated('site:metadata:write')
  @Operation('verifySiteProxy', 'Look now for what proves the address of a site on another website')
  @ApiOkResponse({ type: SiteProxyStateResource, description: 'It is proven; readers find the site there.' })
  async verify(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
  ): Promise<SiteProxyStateResource> {
    return this.present(await this.proxies.verify(actor, organizationId, siteId));
  }

  private present({ claim, row }: SiteClaim): SiteProxyStateResource {
    const { address, token, proof, status, found, verifiedAt } = claim;
    return {
      object: 'site-proxy',
      origin: address,
      target: this.address.targetOf(row.location),
      isActive: verifiedAt !== null,
      ...(proof === null || verifiedAt === null ? {} : { proof }),
      ...(status === null ? {} : { status }),
      ...(found === null ? {} : { found }),
      challenges: {
        dns: presentRecord(claim),
        http: { url: this.evidence.urlOf(claim), body: token },
      },
    };
  }
}
