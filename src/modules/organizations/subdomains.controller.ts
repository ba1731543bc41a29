import { Controller, Get, Param } from '@nestjs/common';
import { ApiProperty, ApiSchema, ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { NotFound } from '#platform/http/errors.js';
import { TextField } from '#platform/http/fields.js';
import { Operation } from '#platform/http/operation.js';
import { Organizations } from './organizations.service.js';

export class SubdomainParams {
  @TextField({ min: 3, max: 32, description: 'First part of the addresses of the sites of an organization.' })
  subdomain: string;
}

@ApiSchema({ name: 'OrganizationPointer' })
export class OrganizationPointerResource {
  @ApiProperty({ enum: ['organization'] })
  type: 'organization';

  @ApiProperty()
  organization: string;
}

@ApiSchema({ name: 'Subdomain' })
export class SubdomainResource {
  @ApiProperty({ enum: ['subdomain'] })
  object: 'subdomain';

  @ApiProperty()
  subdomain: string;

  @ApiProperty({ type: OrganizationPointerResource })
  target: OrganizationPointerResource;

  @ApiProperty({ description: 'Always true: a name that is given up is not there any more.' })
  isActive: boolean;
}

@ApiTags('subdomains')
@Controller('v1/subdomains')
export class SubdomainsController {
  constructor(private readonly organizations: Organizations) {}

  @Get(':subdomain')
  @Authenticated('organization:read')
  @Operation('getSubdomain', 'Which organization of yours has a subdomain')
  @Ok(SubdomainResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { subdomain }: SubdomainParams,
  ): Promise<SubdomainResource> {
    const found = await this.organizations.findByHostname(subdomain.toLowerCase());
    if (!found || !actor.memberships.has(found.id)) throw new NotFound('subdomain');
    const target = { type: 'organization' as const, organization: found.id };
    return { object: 'subdomain', subdomain: found.hostname, target, isActive: true };
  }
}
