import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { DEFAULT_LEVELS, type DefaultLevel } from '#modules/access/index.js';
import { BooleanField, EnumField, ObjectField, TextField, UnionField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import type { PositionRequest } from './placement.js';

export class CollectionParams {
  @TextField({ description: 'Id of the collection.' })
  collectionId: string;
}

export class ListCollectionsQuery extends PageQuery {
  @BooleanField({
    optional: true,
    default: true,
    description: 'False leaves out collections in collections.',
  })
  nested?: boolean;
}

export class CreateCollectionBody {
  @TextField({ optional: true, max: 50, example: 'Guides', description: '"Untitled" when left out.' })
  title?: string;

  @TextField({ optional: true, description: 'Id of the collection to put it in; the root when left out.' })
  parent?: string;
}

export class UpdateCollectionBody {
  @TextField({ optional: true, max: 50, example: 'Guides' })
  title?: string;

  @TextField({ optional: true, nullable: true, max: 100, description: 'Null removes it.' })
  description?: string | null;

  @EnumField(DEFAULT_LEVELS, {
    optional: true,
    nullable: true,
    description: 'Role of members who are not invited; null for none.',
  })
  defaultLevel?: DefaultLevel;
}

@ApiSchema({ name: 'SpacePointer' })
export class SpacePointer {
  @EnumField(['space'])
  type: 'space';

  @TextField({ description: 'Id of the space.' })
  space: string;
}

@ApiSchema({ name: 'CollectionPointer' })
export class CollectionPointer {
  @EnumField(['collection'])
  type: 'collection';

  @TextField({ description: 'Id of the collection.' })
  collection: string;
}

const POINTERS = { space: () => SpacePointer, collection: () => CollectionPointer };

@ApiSchema({ name: 'ContentPosition' })
export class PositionBody {
  @UnionField('type', POINTERS, { optional: true, description: 'Put it right before this.' })
  before?: SpacePointer | CollectionPointer;

  @UnionField('type', POINTERS, { optional: true, description: 'Put it right after this.' })
  after?: SpacePointer | CollectionPointer;
}

export class MoveBody {
  @TextField({
    optional: true,
    nullable: true,
    example: '{parentCollectionId}',
    description: 'Id of the new parent collection; null for the root, left out for the present one.',
  })
  parent?: string | null;

  @ObjectField(() => PositionBody, { optional: true, description: 'The end of the parent when left out.' })
  position?: PositionBody;
}

export class TransferBody {
  @TextField({ description: 'Id of the organization that gets it.', example: '{organizationId}' })
  organization: string;
}

export class CollectionUrlsResource {
  @ApiProperty({ format: 'uri' })
  location: string;

  @ApiProperty({ format: 'uri' })
  app: string;
}

export class CollectionPermissionsResource {
  @ApiProperty({ description: 'You may see it.' })
  view: boolean;

  @ApiProperty({ description: 'You may change its settings, move and delete it.' })
  admin: boolean;

  @ApiProperty({ description: 'You may let others in.' })
  viewInviteLinks: boolean;

  @ApiProperty({ description: 'You may make spaces and collections in it.' })
  create: boolean;
}

@ApiSchema({ name: 'Collection' })
export class CollectionResource {
  @ApiProperty({ enum: ['collection'] })
  object: 'collection';

  @ApiProperty()
  id: string;

  @ApiProperty({ maxLength: 50 })
  title: string;

  @ApiPropertyOptional({ maxLength: 100 })
  description?: string;

  @ApiProperty({ description: 'Id of the organization it belongs to.' })
  organization: string;

  @ApiPropertyOptional({ description: 'Id of the collection it is in.' })
  parent?: string;

  @ApiProperty({ enum: DEFAULT_LEVELS, nullable: true, type: String })
  defaultLevel: DefaultLevel;

  @ApiPropertyOptional({ format: 'date-time', description: 'Only of an archived collection.' })
  archivedAt?: string;

  @ApiProperty({ type: CollectionUrlsResource })
  urls: CollectionUrlsResource;

  @ApiProperty({ type: CollectionPermissionsResource })
  permissions: CollectionPermissionsResource;
}

/** The position of a body in the words of the domain. */
export function positionOf(body: PositionBody | undefined): PositionRequest | undefined {
  if (!body) return undefined;
  const pointer = (target: SpacePointer | CollectionPointer | undefined) =>
    target && { type: target.type, id: target.type === 'space' ? target.space : target.collection };
  return { before: pointer(body.before), after: pointer(body.after) };
}
