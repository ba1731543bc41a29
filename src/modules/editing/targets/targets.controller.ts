import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Grants } from '#modules/access/index.js';
import { requireInOrganization } from '#modules/organizations/index.js';
import { SpaceParams, Spaces } from '#modules/spaces/index.js';
import { presentUser, UserResource } from '#modules/users/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { type OtherContent, OtherContentsRepository } from './other-contents.repository.js';
import { OtherContentResource, OtherContentsQuery, ReadersQuery } from './targets.dto.js';

/** The people and the contents of other spaces that texts of a space can name. */
@ApiTags('editing')
@Controller('v1/spaces/:spaceId')
export class TargetsController {
  constructor(
    private readonly spaces: Spaces,
    private readonly grants: Grants,
    private readonly contents: OtherContentsRepository,
    private readonly urls: Urls,
  ) {}

  @Get('readers')
  @Authenticated('space:content:read')
  @Operation('listReadersOfSpace', 'The people who may read a space, whom its texts can mention')
  @ApiPage(UserResource)
  async readers(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Query() { search, ...page }: ReadersQuery,
  ): Promise<Page<UserResource>> {
    const { organizationId } = (await this.spaces.requireSpace(actor, spaceId, 'view')).space;
    requireInOrganization(actor, organizationId, 'listMembers');
    const resource = { organizationId, type: 'space' as const, id: spaceId };
    const found = await this.grants.listEffective(resource, { search }, page);
    return mapPage(found, ({ user }) => presentUser(user, this.urls));
  }

  @Get('other-reusable-contents')
  @Authenticated('space:content:read')
  @Operation(
    'listReusableContentsOfOtherSpaces',
    'The reusable contents of other spaces that you may read, which pages of this space can show',
  )
  @ApiPage(OtherContentResource)
  async otherContents(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Query() { search = '', ...page }: OtherContentsQuery,
  ): Promise<Page<OtherContentResource>> {
    const { organizationId } = (await this.spaces.requireSpace(actor, spaceId, 'view')).space;
    return mapPage(
      await this.contents.list(actor, { organizationId, spaceId }, search, page),
      presentContent,
    );
  }
}

function presentContent({ id, title, spaceId, spaceTitle }: OtherContent): OtherContentResource {
  return { object: 'reusable-content', id, title, space: { id: spaceId, title: spaceTitle } };
}
