import {
  EitherField,
  EnumField,
  FREE_OBJECT,
  MapField,
  ObjectField,
  TextField,
  UrlField,
} from '#platform/http/fields.js';
import { ConfigurationsBody, PROPERTY_NAME } from './configuration.dto.js';
import type { ContentSecurityPolicy } from './integration.types.js';
import {
  CATEGORIES,
  INTEGRATION_SCOPES,
  type IntegrationCategory,
  type IntegrationRuntime,
  type IntegrationScope,
  type IntegrationTarget,
  type IntegrationVisibility,
  RUNTIMES,
  TARGETS,
  VISIBILITIES,
} from './integration.values.js';

/** Ids stand in content and in addresses, between colons and slashes. */
const ID = {
  min: 1,
  max: 100,
  pattern: /^[^:/\s]+$/,
  patternMeaning: 'text without colons, slashes and spaces',
};
const TITLE = { min: 2, max: 40 };
const DESCRIPTION = { optional: true, max: 150 };
const ICON = { optional: true, max: 2048, description: 'Address of an icon.' };

export class BlockMarkdownBody {
  @TextField({ max: 100, description: 'The language of the code block that is the block in Markdown.' })
  codeblock: string;

  @TextField({ max: 100, description: 'The property of the block that holds its text.' })
  body: string;
}

export class BlockBody {
  @TextField({ ...ID, description: 'Names the block, and the component that draws it.' })
  id: string;

  @TextField({ ...TITLE, description: 'Name that people see.' })
  title: string;

  @TextField({ ...DESCRIPTION, description: 'Purpose in a sentence.' })
  description?: string;

  @TextField(ICON)
  icon?: string;

  @TextField({
    optional: true,
    min: 1,
    max: 2048,
    array: { max: 100 },
    description: 'Patterns of addresses that become this block.',
  })
  urlUnfurl?: string[];

  @ObjectField(() => BlockMarkdownBody, { optional: true, description: 'Form in Markdown.' })
  markdown?: BlockMarkdownBody;
}

export class ComponentBody {
  @TextField({ min: 1, max: 100, description: 'The component that draws the settings.' })
  componentId: string;
}

export class ContentSourceBody {
  @TextField({ ...ID, description: 'Names the source.' })
  id: string;

  @TextField({ ...TITLE, description: 'Name that people see.' })
  title: string;

  @TextField({ ...DESCRIPTION, description: 'Description of the pages that it computes.' })
  description?: string;

  @TextField(ICON)
  icon?: string;

  @ObjectField(() => ComponentBody)
  configuration: ComponentBody;
}

export class ExternalLinkBody {
  @UrlField()
  url: string;

  @TextField({ min: 1, max: 100 })
  label: string;
}

export class PublishIntegrationBody {
  @EnumField(RUNTIMES, { optional: true, default: 'v1' })
  runtime?: IntegrationRuntime;

  @TextField({ optional: true, description: 'A picture in base64, up to 250 KB.' })
  icon?: string;

  @TextField({ min: 2, max: 30, description: 'Name that people see.', example: 'Greeter' })
  title: string;

  @TextField({ max: 100, description: 'Description in a sentence.', example: 'Greets readers.' })
  description: string;

  @TextField({ optional: true, max: 2048, description: 'Description in Markdown.' })
  summary?: string;

  @TextField({ optional: true, array: { max: 3 }, description: 'Pictures in base64, up to 1 MB each.' })
  previewImages?: string[];

  @EnumField(VISIBILITIES, { optional: true, default: 'private' })
  visibility?: IntegrationVisibility;

  @EnumField(TARGETS, {
    optional: true,
    default: 'all',
    description: 'Kinds of places where it is installed beside the organization.',
  })
  target?: IntegrationTarget;

  @EnumField(INTEGRATION_SCOPES, { array: true, description: 'Scopes of its installations.' })
  scopes: IntegrationScope[];

  @EnumField(CATEGORIES, { optional: true, array: true })
  categories?: IntegrationCategory[];

  @ObjectField(() => BlockBody, { optional: true, array: { max: 100 } })
  blocks?: BlockBody[];

  @ObjectField(() => ContentSourceBody, { optional: true, array: { max: 100 } })
  contentSources?: ContentSourceBody[];

  @ObjectField(() => ExternalLinkBody, { optional: true, array: { max: 5 } })
  externalLinks?: ExternalLinkBody[];

  @ObjectField(() => ConfigurationsBody, {
    optional: true,
    description: 'Settings of installations: account, space, site.',
    schema: FREE_OBJECT,
  })
  configurations?: ConfigurationsBody;

  @TextField({
    min: 1,
    example: "addEventListener('fetch', (event) => event.respondWith(new Response('Hello')));",
    description: 'The script, an ES module, up to 5 MB.',
  })
  script: string;

  @TextField({
    max: 100,
    description: 'Id or hostname of the organization that publishes it.',
    example: '{organizationId}',
  })
  organization: string;

  @MapField({
    optional: true,
    max: 20,
    name: TextField(PROPERTY_NAME),
    value: TextField({ max: 16 * 1024 }),
    description: 'Up to 20 texts for the script alone, by name; never shown again.',
  })
  secrets?: Record<string, string>;

  @EitherField({
    optional: true,
    text: TextField({ pattern: /^[\x20-\x7e\s]*$/, patternMeaning: 'ASCII characters' }),
    object: MapField({
      name: TextField({ pattern: /^[a-z-]{1,40}$/, patternMeaning: 'that of a directive' }),
      value: TextField({
        pattern: /^[\x20-\x3a\x3c-\x7e\s]*$/,
        patternMeaning: 'ASCII characters without semicolons',
      }),
    }),
    description: 'Content security policy of what it adds to pages: the header, or its directives.',
    schema: { oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'string' } }] },
  })
  contentSecurityPolicy?: ContentSecurityPolicy;
}
