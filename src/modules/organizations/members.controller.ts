import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { ListMembersQuery, MemberParams, MemberResource, UpdateMemberBody } from './member.dto.js';
import { presentMember } from './member.presenter.js';
import { MemberChanges } from './member-changes.js';
import { Members } from './members.service.js';
import { OrganizationParams } from './organization.dto.js';

@ApiTags('organization-members')
@Controller('v1/orgs/:organizationId/members')
export class MembersController {
  constructor(
    private readonly members: Members,
    private readonly memberChanges: MemberChanges,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('members:read')
  @Operation('listMembersInOrganizationById', 'Members of an organization')
  @ApiPage(MemberResource)
  async listMembers(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Query() query: ListMembersQuery,
  ): Promise<Page<MemberResource>> {
    const { role, search, team, sort = 'joinedAt', order = 'desc' } = query;
    const unseenSince = query.unseenSince === undefined ? undefined : new Date(query.unseenSince);
    const filter = { role, search, team, unseenSince, sort, order };
    const page = await this.members.listMembers(actor, params.organizationId, filter, query);
    return mapPage(page, (member) => presentMember(member, this.urls));
  }

  @Get(':userId')
  @Authenticated('members:read')
  @Operation('getMemberInOrganizationById', 'One member')
  @Ok(MemberResource)
  async getMember(@CurrentActor() actor: Actor, @Param() params: MemberParams): Promise<MemberResource> {
    const member = await this.members.getMember(actor, params.organizationId, params.userId);
    return presentMember(member, this.urls);
  }

  @Patch(':userId')
  @Authenticated('members:write')
  @Operation('updateMemberInOrganizationById', "Change a member's role, or disable the membership")
  @Ok(MemberResource)
  async updateMember(
    @CurrentActor() actor: Actor,
    @Param() params: MemberParams,
    @Body() body: UpdateMemberBody,
  ): Promise<MemberResource> {
    const { organizationId, userId } = params;
    return presentMember(
      await this.memberChanges.updateMember(actor, organizationId, userId, body),
      this.urls,
    );
  }

  @Delete(':userId')
  @Authenticated('members:write')
  @Operation('removeMemberFromOrganizationById', 'Remove a member, or leave an organization yourself')
  @NoContent('The user is not a member, also if they never were.')
  async removeMember(@CurrentActor() actor: Actor, @Param() params: MemberParams): Promise<void> {
    await this.memberChanges.removeMember(actor, params.organizationId, params.userId);
  }

  @Post(':userId/sso')
  @Authenticated('members:write')
  @Operation('setUserAsSSOMemberForOrganization', 'Let a member in through single sign-on only')
  @Ok(MemberResource)
  async requireSso(@CurrentActor() actor: Actor, @Param() params: MemberParams): Promise<MemberResource> {
    const member = await this.memberChanges.requireSso(actor, params.organizationId, params.userId);
    return presentMember(member, this.urls);
  }
}
