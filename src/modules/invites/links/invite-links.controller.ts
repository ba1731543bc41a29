import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedAt, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { InviteParams } from '../mail/invitation.dto.js';
import { CreateInviteLinkBody, InviteLinkResource, UpdateInviteLinkBody } from './invite-link.dto.js';
import { readNewLink } from './invite-link.input.js';
import { presentInviteLink } from './invite-link.presenter.js';
import { InviteLinks } from './invite-links.service.js';

@ApiTags('organization-invites')
@Controller('v1/orgs/:organizationId/link-invites')
export class InviteLinksController {
  constructor(
    private readonly links: InviteLinks,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('members:read')
  @Operation('listOrganizationInviteLinks', 'Invite links to the organization, newest first')
  @ApiPage(InviteLinkResource)
  async listLinks(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Query() query: PageQuery,
  ): Promise<Page<InviteLinkResource>> {
    const page = await this.links.list(actor, organizationId, { type: 'organization' }, query);
    return mapPage(page, (view) => presentInviteLink(view, this.urls));
  }

  @Post()
  @Authenticated('members:write')
  @Operation('createOrganizationInvite', 'Make an invite link to the organization, a space or a collection')
  @CreatedAt('orgs/:organizationId/link-invites/:id', InviteLinkResource)
  async createLink(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Body() body: CreateInviteLinkBody,
  ): Promise<InviteLinkResource> {
    const view = await this.links.create(actor, organizationId, readNewLink(body));
    return presentInviteLink(view, this.urls);
  }

  @Get(':inviteId')
  @Authenticated('members:read')
  @Operation('getOrganizationInviteLink', 'One invite link')
  @Ok(InviteLinkResource)
  async getLink(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, inviteId }: InviteParams,
  ): Promise<InviteLinkResource> {
    return presentInviteLink(await this.links.get(actor, organizationId, inviteId), this.urls);
  }

  @Patch(':inviteId')
  @Authenticated('members:write')
  @Operation('updateOrganizationInviteById', 'Change what an invite link gives, or its limits')
  @Ok(InviteLinkResource)
  async updateLink(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, inviteId }: InviteParams,
    @Body() body: UpdateInviteLinkBody,
  ): Promise<InviteLinkResource> {
    return presentInviteLink(await this.links.update(actor, organizationId, inviteId, body), this.urls);
  }

  @Delete(':inviteId')
  @Authenticated('members:write')
  @Operation('deleteOrganizationInviteById', 'End an invite link')
  @NoContent('Nobody can join by it, also if it did not exist.')
  async deleteLink(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, inviteId }: InviteParams,
  ): Promise<void> {
    await this.links.delete(actor, organizationId, inviteId);
  }
}
