import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import {
  BooleanField,
  EnumField,
  FREE_OBJECT,
  JsonField,
  ObjectField,
  TextField,
} from '#platform/http/fields.js';

export class RenderQuery {
  @TextField({ max: 100_000, description: 'The body of the POST route as JSON, compressed with LZ-string.' })
  request: string;
}

const CONTEXTS = [
  'document',
  'configuration_account',
  'configuration_contentsource',
  'configuration_space',
  'configuration_site',
] as const;
const ID = { optional: true, min: 1 };

/** The place where a component is drawn. */
export class RenderContext {
  @EnumField(CONTEXTS)
  type: (typeof CONTEXTS)[number];

  @TextField(ID)
  organizationId?: string;

  @TextField(ID)
  spaceId?: string;

  @TextField(ID)
  siteId?: string;

  @BooleanField({ optional: true })
  editable?: boolean;

  @EnumField(['light', 'dark'], { optional: true })
  theme?: 'light' | 'dark';
}

/** Its properties, state and action are taken as they are: only the script knows their members. */
@ApiSchema({ name: 'RenderIntegrationUI' })
export class RenderBody {
  @TextField({ max: 128, description: 'Which component of the integration.', example: 'block' })
  componentId: string;

  @JsonField({ description: 'Props of the component.' })
  props: Record<string, unknown>;

  @JsonField({ optional: true, description: 'State of its last answer, with the values filled in since.' })
  state?: Record<string, unknown>;

  @ObjectField(() => RenderContext, {
    schema: FREE_OBJECT,
    example: { type: 'document', spaceId: '{spaceId}', editable: false },
    description:
      'Place of the component: `type` is `document` (with `spaceId`, `editable`), `configuration_account` or ' +
      '`configuration_contentsource` (`organizationId`), `configuration_space` (`spaceId`) or `configuration_site` (`siteId`).',
  })
  context: RenderContext;

  @JsonField({ optional: true, description: 'Action that was performed: `action` names it.' })
  action?: Record<string, unknown>;
}

@ApiSchema({ name: 'ContentKitRenderOutput' })
export class RenderOutputResource {
  @ApiProperty({ enum: ['element', 'complete'] })
  type: 'element' | 'complete';

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'Component to render.' })
  element?: object;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  state?: object;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  props?: object;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  returnValue?: object;
}
