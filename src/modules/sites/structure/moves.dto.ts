import { EnumField, ObjectField, TextField } from '#platform/http/fields.js';
import { StructurePositionBody } from './structure.dto.js';

// Bodies of the older ways to move an item: each names its neighbours in different members.

export class SiteSpacePointerBody {
  @EnumField(['site-space'])
  type: 'site-space';

  @TextField({ description: 'Id of the site space.' })
  siteSpace: string;
}

export class SiteSpacePositionBody {
  @ObjectField(() => SiteSpacePointerBody, { optional: true, description: 'Item that follows it.' })
  before?: SiteSpacePointerBody;

  @ObjectField(() => SiteSpacePointerBody, { optional: true, description: 'Item that precedes it.' })
  after?: SiteSpacePointerBody;
}

export class MoveSiteSpaceBody {
  @ObjectField(() => SiteSpacePositionBody, {
    optional: true,
    description: 'Destination; the end when absent.',
    example: {},
  })
  position?: SiteSpacePositionBody;
}

export class SiteSectionPointerBody {
  @EnumField(['site-section'])
  type: 'site-section';

  @TextField({ description: 'Id of the section.' })
  siteSection: string;
}

export class SiteSectionPositionBody {
  @ObjectField(() => SiteSectionPointerBody, { optional: true, description: 'Item that follows it.' })
  before?: SiteSectionPointerBody;

  @ObjectField(() => SiteSectionPointerBody, { optional: true, description: 'Item that precedes it.' })
  after?: SiteSectionPointerBody;
}

export class MoveSectionBody {
  @ObjectField(() => SiteSectionPositionBody, {
    optional: true,
    description: 'Destination; the end when absent.',
    example: {},
  })
  position?: SiteSectionPositionBody;
}

export class MoveSectionGroupBody {
  @ObjectField(() => StructurePositionBody, {
    optional: true,
    description: 'Destination; the end when absent.',
    example: {},
  })
  position?: StructurePositionBody;
}
