import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ChangeRequestParams } from '#modules/change-requests/index.js';
import { EnumField, TextField } from '#platform/http/fields.js';
import { PageQuery, PageResource } from '#platform/http/page.dto.js';
import {
  BROKEN_CONTEXTS,
  type BrokenContext,
  LINK_RELATIONS,
  LINK_STATUSES,
  type LinkRelation,
  type LinkStatus,
} from './link.types.js';

export const PAGE_ID = { max: 64, description: 'Id of the page' };

export class SpaceLinksParams {
  @TextField({ max: 64, description: 'Id of the space' })
  spaceId: string;
}

export class PageLinksParams extends SpaceLinksParams {
  @TextField(PAGE_ID)
  pageId: string;
}

export class RevisionPageLinksParams extends PageLinksParams {
  @TextField({ max: 64, description: 'Id of the revision' })
  revisionId: string;
}

export class ChangeRequestPageLinksParams extends ChangeRequestParams {
  @TextField(PAGE_ID)
  pageId: string;
}

export class LinksQuery extends PageQuery {
  @EnumField(LINK_STATUSES, { optional: true, description: 'Only links with this status' })
  status?: LinkStatus;
}

export class ChangeRequestLinksQuery extends LinksQuery {
  @EnumField(BROKEN_CONTEXTS, {
    optional: true,
    description:
      'Only broken links: those that the change request broke, or those that were broken before it in the space',
  })
  brokenContext?: BrokenContext;
}

const openObject = { type: 'object', additionalProperties: true } as const;

@ApiSchema({ name: 'ContentReferenceUsage' })
export class LinkResource {
  @ApiProperty({
    enum: LINK_STATUSES,
    description:
      'ok: the target is there; broken: it is not, or you may not see it; in-app: an address that leads into this installation',
  })
  status: LinkStatus;

  @ApiProperty({
    enum: LINK_RELATIONS,
    description: 'dependsOn: the place shows what the target holds; reference: it only leads there',
  })
  relation: LinkRelation;

  @ApiProperty({ ...openObject, description: 'The reference as documents hold it' })
  reference: object;

  @ApiPropertyOptional({ ...openObject, description: 'Target, if it is known' })
  targetReference?: object;

  @ApiProperty({ type: 'array', items: openObject, description: 'The first 20 places that hold it' })
  locationReferences: object[];
}

@ApiSchema({ name: 'ContentReferencesBrokenStats' })
export class BrokenLinksResource {
  @ApiProperty()
  total: number;

  @ApiPropertyOptional({ description: 'Number of them that the change request broke' })
  changeRequest?: number;
}

@ApiSchema({ name: 'ContentReferencesStats' })
export class LinkStatsResource {
  @ApiProperty({ description: 'Number of links, each target counted once' })
  total: number;

  @ApiProperty({ type: BrokenLinksResource })
  broken: BrokenLinksResource;
}

@ApiSchema({ name: 'ContentReferenceUsageList' })
export class LinkListResource extends PageResource {
  @ApiProperty({ type: [LinkResource] })
  items: LinkResource[];

  @ApiProperty({ type: LinkStatsResource })
  stats: LinkStatsResource;
}

@ApiSchema({ name: 'RevisionPageMetaLinks' })
export class MetaLinksResource {
  @ApiPropertyOptional({ ...openObject, description: 'The page before, in reading order' })
  previous?: object;

  @ApiPropertyOptional({ ...openObject, description: 'The page after, in reading order' })
  next?: object;

  @ApiPropertyOptional({ ...openObject, description: 'The page or group around it' })
  parent?: object;

  @ApiPropertyOptional({ ...openObject, description: 'The address search engines are told' })
  canonical?: object;

  @ApiPropertyOptional({ type: 'array', items: openObject, description: 'The same page elsewhere' })
  alternates?: object[];
}

@ApiSchema({ name: 'ContentLocation' })
export class LocationResource {
  @ApiProperty({ description: 'Type of the place; the other members are the objects around it, and itself' })
  kind: string;
}
