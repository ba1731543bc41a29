import { Controller, Get, HttpCode, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Organizations } from '#modules/organizations/index.js';
import { NotFound } from '#platform/http/errors.js';
import { Public } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { nameOf } from '../host-names.js';
import { SiteAddress } from '../site-address.js';
import { TlsCheckQuery } from './custom-hostname.dto.js';
import { CustomHostnames } from './custom-hostnames.service.js';

/** Asked by the server that terminates TLS, before it orders a certificate for a domain. */
@ApiTags('custom-hostnames')
@Controller('~bindery/tls-check')
export class TlsCheckController {
  constructor(
    private readonly address: SiteAddress,
    private readonly hostnames: CustomHostnames,
    private readonly organizations: Organizations,
  ) {}

  @Get()
  @HttpCode(200)
  @Public()
  @Operation('checkTlsDomain', 'Check whether sites are published under a domain')
  @ApiOkResponse({
    description: 'They are: a proven custom hostname, or one of an organization under SITES_DOMAIN.',
  })
  async check(@Query() { domain }: TlsCheckQuery): Promise<void> {
    const name = nameOf(domain);
    const label = name && this.address.organizationOf(name);
    const isServed =
      (label && (await this.organizations.findByHostname(label)) !== null) ||
      (name && (await this.hostnames.isVerified(name)));
    if (!isServed) throw new NotFound('domain');
  }
}
