import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { EnumField, ObjectField, TextField, UrlField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import {
  PROCESSING_ERRORS,
  PROCESSING_STATES,
  type ProcessingErrorCode,
  type ProcessingState,
  type SpecVisibility,
  VISIBILITIES,
} from './openapi-spec.entity.js';

const SLUG = {
  min: 1,
  max: 100,
  pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  patternMeaning: 'lower-case letters and digits, in groups joined by single hyphens',
};

export class SpecParams extends OrganizationParams {
  @TextField({ max: 100, description: 'Slug of the specification' })
  specSlug: string;
}

export class PutSpecParams extends OrganizationParams {
  @TextField({ ...SLUG, description: 'Slug of the specification' })
  specSlug: string;
}

export class SpecVersionParams extends SpecParams {
  @TextField({ max: 64, description: 'Id of the version' })
  versionId: string;
}

export class SpecSourceInput {
  @UrlField({
    optional: true,
    description: 'Address of the specification; it is fetched again every six hours.',
  })
  url?: string;

  @TextField({ optional: true, min: 1, description: 'The specification itself, JSON or YAML, up to 10 MB.' })
  text?: string;
}

export class PutSpecBody {
  @ObjectField(() => SpecSourceInput, {
    description: 'Either a url or a text.',
    example: { url: 'https://example.com/openapi.yaml' },
  })
  source: SpecSourceInput;
}

export class CreateSpecBody extends PutSpecBody {
  @TextField({
    ...SLUG,
    description: 'Names the specification in content; unique in the organization.',
    example: 'billing',
  })
  slug: string;
}

export class UpdateSpecBody {
  @EnumField(VISIBILITIES, {
    description: 'public: anybody with the address can read the specification.',
    example: 'public',
  })
  visibility: SpecVisibility;
}

@ApiSchema({ name: 'OpenAPIErrorObject' })
export class SpecProblemResource {
  @ApiProperty()
  message: string;
  @ApiPropertyOptional()
  code?: string;
}

export class SpecPermissionsResource {
  @ApiProperty()
  view: boolean;
  @ApiProperty()
  edit: boolean;
}

export class SpecUrls {
  @ApiProperty({ format: 'uri' })
  location: string;
  @ApiProperty({ format: 'uri' })
  app: string;
  @ApiPropertyOptional({
    format: 'uri',
    description: 'Readable without a token; only for public specifications.',
  })
  published?: string;
}

@ApiSchema({ name: 'OpenAPISpec' })
export class SpecResource {
  @ApiProperty({ enum: ['openapi-spec'] })
  object: 'openapi-spec';
  @ApiProperty()
  id: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiProperty()
  slug: string;
  @ApiPropertyOptional({ format: 'uri', description: 'Absent when the specification was given as text.' })
  sourceURL?: string;
  @ApiProperty({ enum: PROCESSING_STATES })
  processingState: ProcessingState;
  @ApiProperty({ enum: VISIBILITIES })
  visibility: SpecVisibility;
  @ApiPropertyOptional({ description: 'The newest version that could be read.' })
  lastVersion?: string;
  @ApiPropertyOptional({ format: 'date-time' })
  lastProcessedAt?: string;
  @ApiPropertyOptional({ enum: PROCESSING_ERRORS, description: 'Absent when the source could be read.' })
  lastProcessErrorCode?: ProcessingErrorCode;
  @ApiProperty({ type: [SpecProblemResource], description: 'Also what is only against the standard.' })
  lastProcessedErrors: SpecProblemResource[];
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Number of all problems; the list holds the first of them.',
  })
  lastProcessedErrorCount: number;
  @ApiProperty({ type: SpecPermissionsResource })
  permissions: SpecPermissionsResource;
  @ApiProperty({ type: SpecUrls })
  urls: SpecUrls;
}

export class SpecVersionUrls {
  @ApiProperty({ format: 'uri' })
  location: string;
}

@ApiSchema({ name: 'OpenAPISpecVersion' })
export class SpecVersionResource {
  @ApiProperty({ enum: ['openapi-spec-version'] })
  object: 'openapi-spec-version';
  @ApiProperty()
  id: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'uri', description: 'The content of the version.' })
  url: string;
  @ApiProperty({ type: SpecVersionUrls })
  urls: SpecVersionUrls;
}

export class SpecFile {
  @ApiProperty()
  dir: string;
  @ApiProperty()
  filename: string;
  @ApiProperty()
  isEntrypoint: boolean;
  @ApiProperty({ type: [String] })
  references: string[];
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'As OpenAPI 3.1.' })
  specification: object;
}

export class SpecOperationsQuery extends PageQuery {
  @TextField({
    optional: true,
    max: 255,
    description: 'Words of the method, the path, the summary or the tags.',
  })
  search?: string;
}

@ApiSchema({ name: 'OpenAPISpecOperation' })
export class SpecOperationResource {
  @ApiProperty({ enum: ['openapi-operation'] })
  object: 'openapi-operation';

  @ApiProperty({ description: 'In lower case.' })
  method: string;

  @ApiProperty()
  path: string;

  @ApiPropertyOptional()
  summary?: string;

  @ApiProperty({ type: [String] })
  tags: string[];

  @ApiProperty()
  deprecated: boolean;
}

export class SpecContentUrls {
  @ApiProperty({ format: 'uri' })
  source: string;
  @ApiProperty({ type: String, nullable: true, description: 'Null unless the specification is public.' })
  public: string | null;
}

@ApiSchema({ name: 'OpenAPISpecContent' })
export class SpecContentResource {
  @ApiProperty({ type: [SpecFile], description: 'One file: everything is bundled.' })
  filesystem: SpecFile[];
  @ApiProperty({ format: 'uri' })
  url: string;
  @ApiProperty({ type: SpecContentUrls })
  urls: SpecContentUrls;
}
