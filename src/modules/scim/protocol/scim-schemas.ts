import { SCIM } from './scim-names.js';

interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readWrite' | 'readOnly' | 'immutable';
  returned: 'default';
  uniqueness: 'none' | 'server';
  subAttributes?: Attribute[];
}

function attribute(name: string, description: string, more: Partial<Attribute> = {}): Attribute {
  return {
    ...{ name, type: 'string', multiValued: false, description, required: false, caseExact: false },
    ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
    ...more,
  };
}

const EXTERNAL_ID = attribute('externalId', 'Name of the identity provider for it', { caseExact: true });

/** The attributes that are kept, as SCIM describes them. */
export const SCIM_SCHEMAS = [
  {
    schemas: [SCIM.schema],
    id: SCIM.user,
    name: 'User',
    description: 'A member of the organization',
    attributes: [
      attribute('userName', 'Name of the member for the identity provider', {
        ...{ required: true, uniqueness: 'server' },
      }),
      EXTERNAL_ID,
      attribute('name', 'Parts of the name', {
        type: 'complex',
        subAttributes: [
          attribute('formatted', 'The whole name'),
          attribute('givenName', 'First name'),
          attribute('familyName', 'Last name'),
        ],
      }),
      attribute('displayName', 'Name shown to others'),
      attribute('active', 'False for a member who does not come in', { type: 'boolean' }),
      attribute('emails', 'The mail address; there is one', {
        ...{ type: 'complex', multiValued: true },
        subAttributes: [
          attribute('value', 'The address'),
          attribute('type', 'Always work', { mutability: 'readOnly' }),
          attribute('primary', 'Always true', { type: 'boolean', mutability: 'readOnly' }),
        ],
      }),
    ],
  },
  {
    schemas: [SCIM.schema],
    id: SCIM.group,
    name: 'Group',
    description: 'A team of the organization',
    attributes: [
      attribute('displayName', 'Title of the team', { required: true, uniqueness: 'server' }),
      EXTERNAL_ID,
      attribute('members', 'Members of the team', {
        ...{ type: 'complex', multiValued: true },
        subAttributes: [
          attribute('value', 'Id of a user', { mutability: 'immutable', caseExact: true }),
          attribute('display', 'Name of the user', { mutability: 'readOnly' }),
          attribute('type', 'Always User', { mutability: 'readOnly' }),
          attribute('$ref', 'Address of the user', { type: 'reference', mutability: 'readOnly' }),
        ],
      }),
    ],
  },
] as const;

/** The kinds of things that there are. */
export const SCIM_RESOURCE_TYPES = [
  {
    ...{ schemas: [SCIM.resourceType], id: 'User', name: 'User', endpoint: '/Users' },
    ...{ description: 'Members of the organization', schema: SCIM.user },
  },
  {
    ...{ schemas: [SCIM.resourceType], id: 'Group', name: 'Group', endpoint: '/Groups' },
    ...{ description: 'Teams of the organization', schema: SCIM.group },
  },
] as const;
