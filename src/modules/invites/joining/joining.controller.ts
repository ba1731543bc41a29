import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import {
  OrganizationParams,
  OrganizationResource,
  presentOrganization,
} from '#modules/organizations/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { TextField } from '#platform/http/fields.js';
import { Operation } from '#platform/http/operation.js';
import { Urls } from '#platform/http/urls.js';
import { JoinOrganization } from './join-organization.js';

class EmailDomainParams {
  @TextField({ max: 253, description: 'Domain of mail addresses, such as example.com' })
  emailDomain: string;
}

class OrganizationsResource {
  @ApiProperty({ type: [OrganizationResource] })
  organizations: OrganizationResource[];
}

/** Coming in by the domain of one's mail address. */
@ApiTags('organizations')
@Controller('v1')
export class JoiningController {
  constructor(
    private readonly joining: JoinOrganization,
    private readonly urls: Urls,
  ) {}

  @Post('orgs/:organizationId/join')
  @Authenticated('organization:write')
  @Operation(
    'joinOrganization',
    'Join an organization that takes members of the domain of your proven mail address',
  )
  @NoContent('You are a member.')
  async join(@CurrentActor() actor: Actor, @Param() { organizationId }: OrganizationParams): Promise<void> {
    await this.joining.join(actor, organizationId);
  }

  @Get('email-domains/:emailDomain/o')
  @Authenticated('organization:read')
  @Operation(
    'listOrganizationsForEmailDomain',
    'Organizations that take members of a mail domain: yours, and all if your proven address is there',
  )
  @Ok(OrganizationsResource)
  list(
    @CurrentActor() actor: Actor,
    @Param() { emailDomain }: EmailDomainParams,
  ): Promise<OrganizationsResource> {
    return this.find(actor, emailDomain);
  }

  @Get('email-domains/:emailDomain/orgs')
  @Authenticated('organization:read')
  @Operation(
    'getOrganizationsForEmailDomain',
    'List organizations for a mail domain, under the path of the published contract',
  )
  @Ok(OrganizationsResource)
  listAsPublished(
    @CurrentActor() actor: Actor,
    @Param() { emailDomain }: EmailDomainParams,
  ): Promise<OrganizationsResource> {
    return this.find(actor, emailDomain);
  }

  private async find(actor: Actor, emailDomain: string): Promise<OrganizationsResource> {
    const views = await this.joining.listForDomain(actor, emailDomain);
    return { organizations: views.map((view) => presentOrganization(view, this.urls)) };
  }
}
