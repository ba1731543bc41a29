import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { JsonField, TextField } from '#platform/http/fields.js';
import {
  anyPageSchema,
  FileResource,
  type PageResource,
  ReusableContentResource,
} from '../reading/content.dto.js';

const COMPUTED_FROM = {
  type: 'builtin:openapi',
  props: { models: true, doc: 'models' },
  dependencies: { spec: { ref: { kind: 'openapi', spec: '{specSlug}' } } },
};

export class ComputeBody {
  /** Checked by the kind of sources that its type names. */
  @JsonField({
    description: 'Source to compute from, of the type builtin:openapi or integration:<name>:<source>.',
    example: COMPUTED_FROM,
  })
  source: Record<string, unknown>;

  @TextField({ min: 1, max: 200, description: 'The same seed gives the same ids.', example: 'api' })
  seed: string;
}

export class ComputedRevisionResource {
  @ApiProperty({ type: 'array', items: anyPageSchema as object })
  pages: PageResource[];
  @ApiProperty({ type: 'array', items: { $ref: getSchemaPath(FileResource) } })
  files: FileResource[];
  @ApiProperty({ type: 'array', items: { $ref: getSchemaPath(ReusableContentResource) } })
  reusableContents: ReusableContentResource[];
}
