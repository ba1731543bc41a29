import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiSchema, ApiTags } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { TextField } from '#platform/http/fields.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { type BrokenLink, LINK_PROBLEMS } from './organization-link.types.js';
import { OrganizationLinks } from './organization-links.service.js';

class BrokenLinksQuery extends PageQuery {
  @TextField({ max: 64, optional: true, description: 'Only links in this space' })
  space?: string;
}

@ApiSchema({ name: 'BrokenLinkSpace' })
export class BrokenLinkSpaceResource {
  @ApiProperty()
  id: string;

  @ApiProperty()
  title: string;
}

@ApiSchema({ name: 'BrokenLinkPlace' })
export class BrokenLinkPlaceResource {
  @ApiProperty({ enum: ['page', 'reusable-content'] })
  kind: 'page' | 'reusable-content';

  @ApiProperty()
  id: string;

  @ApiProperty()
  title: string;

  @ApiPropertyOptional({ description: 'First block that has the link; absent for a field such as the cover' })
  node?: string;
}

@ApiSchema({ name: 'BrokenLink' })
export class BrokenLinkResource {
  @ApiProperty({ enum: ['broken-link'] })
  object: 'broken-link';

  @ApiProperty({
    enum: LINK_PROBLEMS,
    description:
      'The thing that is not there, or not visible to you. heading: the page is there and has no such heading; address: a relative address led to no page when it was written',
  })
  problem: string;

  @ApiProperty({ type: BrokenLinkSpaceResource })
  space: BrokenLinkSpaceResource;

  @ApiProperty({ type: BrokenLinkPlaceResource, description: 'The place that has the link' })
  place: BrokenLinkPlaceResource;

  @ApiProperty({ description: 'Id of the target, or the address' })
  target: string;

  @ApiPropertyOptional({ description: 'Heading that the link leads to' })
  anchor?: string;
}

/** Broken links of an organization. */
@ApiTags('links')
@Controller('v1/orgs/:organizationId')
export class BrokenLinksController {
  constructor(private readonly links: OrganizationLinks) {}

  @Get('broken-links')
  @Authenticated('space:content:read')
  @Operation('listOrganizationBrokenLinks', 'List the broken links in all spaces that you can see')
  @ApiPage(BrokenLinkResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Query() { space, ...page }: BrokenLinksQuery,
  ): Promise<Page<BrokenLinkResource>> {
    const { items, count, next } = await this.links.listBroken(
      actor,
      organizationId,
      { spaceId: space },
      page,
    );
    return mapPage({ items, count, ...(next ? { next } : {}) }, presentBrokenLink);
  }
}

function presentBrokenLink(link: BrokenLink): BrokenLinkResource {
  const { problem, spaceId, spaceTitle, holderKind, holderId, holderTitle, node, target, anchor } = link;
  return {
    object: 'broken-link',
    problem,
    space: { id: spaceId, title: spaceTitle },
    place: { kind: holderKind, id: holderId, title: holderTitle, ...(node === null ? {} : { node }) },
    target,
    ...(anchor === '' ? {} : { anchor }),
  };
}
