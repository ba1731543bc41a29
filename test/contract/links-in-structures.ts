interface Schema {
  type?: string;
  enum?: string[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  $ref?: string;
}

/** The part of the published contract that this file changes. */
export interface ContractDocument {
  components: { schemas: Record<string, Schema> };
}

const TEXT: Schema = { type: 'string' };
const LINK: Schema = {
  type: 'object',
  required: ['object', 'id', 'title', 'url', 'draft'],
  properties: {
    object: { type: 'string', enum: ['site-external-link'] },
    id: TEXT,
    title: TEXT,
    description: TEXT,
    icon: TEXT,
    url: TEXT,
    sectionGroup: TEXT,
    draft: { type: 'boolean' },
    condition: TEXT,
  },
};
const REFERENCE: Schema = { $ref: '#/components/schemas/SiteExternalLink' };

/**
 * The contract with the links among sections and in groups, which a later version of it has: the version that is published as a
 * package knows sections and groups only.
 * @param document is changed.
 */
export function withLinks(document: ContractDocument): ContractDocument {
  const { schemas } = document.components;
  schemas['SiteExternalLink'] = LINK;
  const places = [
    schemas['SiteSectionGroup']?.properties?.['children']?.items,
    schemas['SiteStructure']?.oneOf?.[0]?.properties?.['structure']?.items,
    schemas['SiteStructureItem'],
  ];
  for (const place of places) {
    if (!place?.oneOf) throw new Error('The contract has another form; look whether it has the links now.');
    place.oneOf.push(REFERENCE);
  }
  return document;
}
