import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiProperty, ApiSchema, ApiTags } from '@nestjs/swagger';
import { MemberParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor, type Role, ROLES } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { EnumField } from '#platform/http/fields.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { MemberSpaces } from './member-spaces.service.js';
import { SpaceResource } from './space.dto.js';
import { presentSpace } from './space.presenter.js';

export class ListMemberSpacesQuery extends PageQuery {
  @EnumField(['asc', 'desc'], { optional: true, default: 'desc', description: 'By the date of creation' })
  order?: 'asc' | 'desc';
}

@ApiSchema({ name: 'MemberContentPermission' })
export class MemberSpaceResource {
  @ApiProperty({ enum: ROLES, description: 'Rights of the member, all reasons together' })
  permission: Role;

  @ApiProperty({ type: SpaceResource })
  space: SpaceResource;
}

@ApiTags('organization-members')
@Controller('v1/orgs/:organizationId/members/:userId/spaces')
export class MemberSpacesController {
  constructor(
    private readonly memberSpaces: MemberSpaces,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('space:metadata:read')
  @Operation(
    'listSpacesForOrganizationMember',
    'Spaces that a member gets to; for administrators, and for yourself',
  )
  @ApiPage(MemberSpaceResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, userId }: MemberParams,
    @Query() query: ListMemberSpacesQuery,
  ): Promise<Page<MemberSpaceResource>> {
    const page = await this.memberSpaces.list(actor, organizationId, userId, query);
    return mapPage(page, ({ role, view }) => ({ permission: role, space: presentSpace(view, this.urls) }));
  }
}
