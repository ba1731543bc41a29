import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { AcceptInvite } from '../joining/accept-invite.js';
import {
  AcceptedResource,
  AcceptInviteBody,
  InvitationResource,
  InviteParams,
  InviteUsersBody,
  InviteUsersResource,
} from './invitation.dto.js';
import { presentInvitation, presentInviteResult } from './invitation.presenter.js';
import { Invitations } from './invitations.service.js';

/** Invitations by mail. What lists, sends again and revokes them is Bindery's own: the published contract only makes and accepts them. */
@ApiTags('organization-invites')
@Controller('v1/orgs/:organizationId/invites')
export class InvitationsController {
  constructor(
    private readonly invitations: Invitations,
    private readonly accepting: AcceptInvite,
    private readonly urls: Urls,
  ) {}

  @Post()
  @Authenticated('members:write')
  @Operation('inviteUsersToOrganization', 'Invite people by mail')
  @Ok(InviteUsersResource)
  async inviteUsers(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Body() { emails, role, sso, expiresAt }: InviteUsersBody,
  ): Promise<InviteUsersResource> {
    const ends = expiresAt === undefined ? undefined : new Date(expiresAt);
    const input = { emails, role, sso, expiresAt: ends };
    return presentInviteResult(await this.invitations.invite(actor, organizationId, input), this.urls);
  }

  @Get()
  @Authenticated('members:read')
  @Operation(
    'listInvitationsInOrganization',
    'Invitations by mail that nobody has accepted yet, newest first',
  )
  @ApiPage(InvitationResource)
  async listInvitations(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Query() query: PageQuery,
  ): Promise<Page<InvitationResource>> {
    const page = await this.invitations.list(actor, organizationId, query);
    return mapPage(page, (view) => presentInvitation(view, this.urls));
  }

  @Post(':inviteId')
  @Authenticated('organization:write')
  @Operation('joinOrganizationWithInvite', 'Come in by an invite link, or accept an invitation by mail')
  @Ok(AcceptedResource)
  async accept(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, inviteId }: InviteParams,
    @Body() { key }: AcceptInviteBody,
  ): Promise<AcceptedResource> {
    await this.accepting.accept(actor, organizationId, inviteId, key);
    return {};
  }

  @Post(':inviteId/resend')
  @Authenticated('members:write')
  @Operation('resendInvitationInOrganization', 'Send an invitation again, with two more weeks to accept it')
  @Ok(InvitationResource)
  async resend(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, inviteId }: InviteParams,
  ): Promise<InvitationResource> {
    return presentInvitation(await this.invitations.resend(actor, organizationId, inviteId), this.urls);
  }

  @Delete(':inviteId')
  @Authenticated('members:write')
  @Operation('revokeInvitationInOrganization', 'Revoke an invitation by mail')
  @NoContent('Nobody can accept it, also if it did not exist.')
  async revoke(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, inviteId }: InviteParams,
  ): Promise<void> {
    await this.invitations.revoke(actor, organizationId, inviteId);
  }
}
