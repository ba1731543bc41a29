import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import {
  OrganizationParams,
  OrganizationResource,
  presentOrganization,
} from '#modules/organizations/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { TextField } from '#platform/http/fields.js';
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
  @HttpCode(204)
  @Authenticated('organization:write')
  @ApiOperation({
    operationId: 'joinOrganization',
    summary: 'Join an organization that takes members of the domain of your proven mail address',
  })
  @ApiNoContentResponse({ description: 'You are a member.' })
  async join(@CurrentActor() actor: Actor, @Param() { organizationId }: OrganizationParams): Promise<void> {
    await this.joining.join(actor, organizationId);
  }

  @Get('email-domains/:emailDomain/o')
  @Authenticated('organization:read')
  @ApiOperation({
    operationId: 'listOrganizationsForEmailDomain',
    summary:
      'Organizations that take members of a mail domain: yours, and all if your proven address is there',
  })
  @ApiOkResponse({ type: OrganizationsResource })
  list(
    @CurrentActor() actor: Actor,
    @Param() { emailDomain }: EmailDomainParams,
  ): Promise<OrganizationsResource> {
    return this.find(actor, emailDomain);
  }

  @Get('email-domains/:emailDomain/orgs')
  @Authenticated('organization:read')
  @ApiOperation({
    operationId: 'getOrganizationsForEmailDomain',
    summary: 'List organizations for a mail domain, under the path of the published contract',
  })
  @ApiOkResponse({ type: OrganizationsResource })
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
