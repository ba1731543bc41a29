import { BooleanField, EnumField, ObjectField, TextField, UrlField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import { SiteParams } from '../site/site.dto.js';
import { STRUCTURE_ITEM_TYPES, type StructureItemType } from './model/item-types.js';

export class SiteSpaceParams extends SiteParams {
  @TextField({ description: 'Id of the site space.' })
  siteSpaceId: string;
}

export class SiteSectionParams extends SiteParams {
  @TextField({ description: 'Id of the section.' })
  siteSectionId: string;
}

export class SiteSectionGroupParams extends SiteParams {
  @TextField({ description: 'Id of the section group.' })
  siteSectionGroupId: string;
}

export class GroupedSectionParams extends SiteSectionGroupParams {
  @TextField({ description: 'Id of the section.' })
  siteSectionId: string;
}

export class SiteExternalLinkParams extends SiteParams {
  @TextField({ description: 'Id of the link.' })
  siteExternalLinkId: string;
}

const SHARE_KEY = {
  optional: true,
  max: 256,
  description: 'Key of an active share link; published addresses of the answer then carry it.',
} as const;

export class ShareKeyQuery {
  @TextField(SHARE_KEY)
  shareKey?: string;
}

export class ListSectionsQuery extends PageQuery {
  @TextField(SHARE_KEY)
  shareKey?: string;
}

export class ListSiteSpacesQuery extends ListSectionsQuery {
  @BooleanField({
    optional: true,
    description: 'Only default site spaces (true) or only the others (false). Every section has a default.',
  })
  default?: boolean;
}

const icon = { optional: true, nullable: true, max: 50, description: 'Name of an icon.' } as const;
const condition = {
  optional: true,
  nullable: true,
  max: 1024,
  description: 'Expression on the visitor that must be true for them to see it; null shows it to everybody.',
} as const;
const path = {
  optional: true,
  min: 1,
  max: 100,
  description:
    'Segment of its addresses; characters other than letters from a to z and digits become hyphens.',
} as const;

/** Sections, groups and spaces are live at once: a draft is refused rather than shown. */
export class LiveBody {
  @BooleanField({
    optional: true,
    description: 'False only: of all the structure, just links can be drafts.',
  })
  draft?: boolean;
}

/** Settings of a copy. */
export class DuplicateSiteSpaceBody extends LiveBody {}

export class AddSiteSpaceBody extends LiveBody {
  @TextField({ description: 'Id of the space to show.', example: '{spaceId}' })
  spaceId: string;

  @TextField({
    optional: true,
    description: 'Id of the section; the default one, or the top level of a site without sections.',
  })
  sectionId?: string;
}

export class UpdateSiteSpaceBody extends LiveBody {
  @TextField({ ...path, example: 'handbook' })
  path?: string;

  @TextField(condition)
  condition?: string | null;

  @TextField({ optional: true, description: 'Id of the space to show here from now on.' })
  spaceId?: string;
}

export class AddSectionBody extends LiveBody {
  @TextField({ optional: true, description: 'Id of the first space in the section.', example: '{spaceId}' })
  spaceId?: string;

  @TextField({
    optional: true,
    description:
      'Our addition, instead of `spaceId`: id of a space that the site shows already. It moves into the section.',
  })
  siteSpaceId?: string;

  @TextField({
    optional: true,
    nullable: true,
    min: 2,
    max: 128,
    description: 'Title; that of the space when left out.',
  })
  title?: string | null;

  @TextField(icon)
  icon?: string | null;

  @TextField({ optional: true, description: 'Id of the section group to put it in.' })
  siteSectionGroupId?: string;
}

const description = {
  optional: true,
  nullable: true,
  max: 256,
  description: 'A sentence about it.',
} as const;

export class UpdateSectionBody extends LiveBody {
  @TextField({ optional: true, min: 2, max: 128, description: 'Title.', example: 'Guides' })
  title?: string;

  @TextField(path)
  path?: string;

  @TextField({ optional: true, description: 'Id of the site space that readers of the section get first.' })
  defaultSiteSpace?: string;

  @TextField(condition)
  condition?: string | null;

  @TextField(icon)
  icon?: string | null;

  @TextField(description)
  description?: string | null;

  @TextField({
    optional: true,
    nullable: true,
    description: 'Id of the section group to move it to; null for the top level.',
  })
  siteSectionGroupId?: string | null;
}

export class AddSectionGroupBody extends LiveBody {
  @TextField({ min: 1, max: 100, description: 'Title.', example: 'Products' })
  title: string;

  @TextField(icon)
  icon?: string | null;

  @TextField({
    optional: true,
    array: { max: 500 },
    description: 'Ids of sections to move into it, in order.',
  })
  sections?: string[];

  @TextField({ optional: true, description: 'Id of the group to put it in; the top level when left out.' })
  parent?: string;
}

export class UpdateSectionGroupBody extends LiveBody {
  @TextField({ optional: true, min: 1, max: 100, description: 'Title.', example: 'Products' })
  title?: string;

  @TextField(icon)
  icon?: string | null;

  @TextField({
    optional: true,
    nullable: true,
    description: 'Id of the group to move it to; null for the top level.',
  })
  parentSectionGroupId?: string | null;
}

export class AddSectionToGroupBody {
  @TextField({ description: 'Id of the section.', example: '{siteSectionId}' })
  sectionId: string;
}

export class AddExternalLinkBody {
  @TextField({ min: 2, max: 128, description: 'Title.', example: 'Status' })
  title: string;

  @TextField(description)
  description?: string | null;

  @TextField(icon)
  icon?: string | null;

  @UrlField({ description: 'Destination.', example: 'https://status.example.com/' })
  url: string;

  @TextField({ optional: true, description: 'Id of the section group to put it in.' })
  parent?: string;

  @BooleanField({ optional: true, default: false, description: 'Keep it from readers.' })
  draft?: boolean;

  @TextField(condition)
  condition?: string | null;
}

export class UpdateExternalLinkBody {
  @TextField({ optional: true, min: 2, max: 128, description: 'Title.', example: 'Status' })
  title?: string;

  @TextField(description)
  description?: string | null;

  @TextField(icon)
  icon?: string | null;

  @UrlField({ optional: true, description: 'Destination.' })
  url?: string;

  @TextField({
    optional: true,
    nullable: true,
    description: 'Id of the section group to move it to; null for the top level.',
  })
  parent?: string | null;

  @BooleanField({ optional: true, description: 'Keep it from readers.' })
  draft?: boolean;

  @TextField(condition)
  condition?: string | null;
}

export class StructurePointerBody {
  @EnumField(STRUCTURE_ITEM_TYPES, { description: 'Type of the item.' })
  type: StructureItemType;

  @TextField({ description: 'Its id.' })
  id: string;
}

export class StructurePositionBody {
  @ObjectField(() => StructurePointerBody, { optional: true, description: 'Item that follows it.' })
  before?: StructurePointerBody;

  @ObjectField(() => StructurePointerBody, { optional: true, description: 'Item that precedes it.' })
  after?: StructurePointerBody;
}

export class SortStructureBody {
  @ObjectField(() => StructurePointerBody, {
    description: 'Item to move.',
    example: { type: 'site-section', id: '{siteSectionId}' },
  })
  item: StructurePointerBody;

  @ObjectField(() => StructurePositionBody, {
    optional: true,
    description: 'Destination; the end of its section or group when it names nothing.',
    example: {},
  })
  position?: StructurePositionBody;

  @TextField({
    optional: true,
    nullable: true,
    description:
      'Our addition: id of the section to move a space to, or of the group to move anything else to; null for the top level. Neighbours in `position` are those there.',
  })
  into?: string | null;
}
