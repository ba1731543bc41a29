import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { DEFAULT_LEVELS, type DefaultLevel } from '#modules/access/index.js';
import {
  BooleanField,
  EnumField,
  JsonField,
  TextField,
  UrlField,
  ObjectField,
  Refuse,
} from '#platform/http/fields.js';
import { isOneEmoji } from '#platform/typography/emoji.js';
import { MergeRulesField, type SpaceMergeRules } from '#modules/organizations/index.js';
import { TemplateBody } from '#modules/templates/index.js';
import { EDIT_MODES, type EditMode, LANGUAGES } from './space.values.js';

export class SpaceParams {
  @TextField({ description: 'Id of the space.' })
  spaceId: string;
}

@ApiSchema({ name: 'MergeRule' })
export class MergeRuleResource {
  @ApiProperty()
  rule: string;

  @ApiPropertyOptional({ type: [String], description: 'Ids of the users it is about.' })
  users?: string[];

  @ApiPropertyOptional()
  expression?: string;
}

@ApiSchema({ name: 'MergeRulesSpaceConfiguration' })
export class MergeRulesResource {
  @ApiProperty({ enum: ['inherit', 'none', 'rules'], description: 'inherit: those of the organization.' })
  type: 'inherit' | 'none' | 'rules';

  @ApiPropertyOptional({ type: [MergeRuleResource] })
  rules?: MergeRuleResource[];
}

export class GetSpaceQuery {
  @TextField({
    optional: true,
    max: 256,
    description:
      'Key of an active share link of a site; the published address of the answer then carries it.',
  })
  shareKey?: string;
}

const EMOJI_MEANING = 'One emoji: its code points in hexadecimal, such as 1f4d8, or its character.';

/** An empty text stands for no emoji, as in resources. */
function problemOfEmoji(value: unknown): string | null {
  if (typeof value !== 'string' || value === '' || isOneEmoji(value)) return null;
  return '$property must be one emoji: its code points in hexadecimal, such as 1f4d8, its character, or its name, such as books';
}

export class CreateSpaceBody {
  @TextField({ optional: true, max: 50, example: 'Handbook', description: '"Untitled" when left out.' })
  title?: string;

  @TextField({ optional: true, max: 50, description: EMOJI_MEANING, example: '1f4d8' })
  @Refuse(problemOfEmoji)
  emoji?: string;

  @TextField({ optional: true, description: 'Id of the collection to put it in; the root when left out.' })
  parent?: string;

  @EnumField(LANGUAGES, { optional: true })
  language?: string;

  @EnumField(EDIT_MODES, {
    optional: true,
    default: 'locked',
    description: 'A locked space changes only through change requests.',
  })
  editMode?: EditMode;

  @BooleanField({ optional: true, description: 'Make it without a first page.' })
  empty?: boolean;

  @ObjectField(() => TemplateBody, { optional: true, description: 'Template to start from.' })
  template?: TemplateBody;

  /** Checked by the kind of sources that its type names. */
  @JsonField({
    optional: true,
    description: 'Source to compute the content from, of the type builtin:openapi.',
  })
  computedSource?: object;
}

export class UpdateSpaceBody {
  @EnumField(EDIT_MODES, { optional: true, description: 'Lock or unlock direct edits.' })
  editMode?: EditMode;

  @TextField({ optional: true, max: 50, example: 'Handbook' })
  title?: string;

  @TextField({ optional: true, nullable: true, max: 50, description: `${EMOJI_MEANING} Null removes it.` })
  @Refuse(problemOfEmoji)
  emoji?: string | null;

  @UrlField({
    optional: true,
    nullable: true,
    description: 'Address of a picture, in place of the emoji; null removes it.',
  })
  icon?: string | null;

  @EnumField(DEFAULT_LEVELS, {
    optional: true,
    nullable: true,
    description: 'Role of members who are not invited; null for none.',
  })
  defaultLevel?: DefaultLevel;

  @EnumField(LANGUAGES, { optional: true, nullable: true, description: 'Null removes it.' })
  language?: string | null;

  @MergeRulesField('Conditions for merging a change request: inherit, none, or a list of rules.')
  mergeRules?: SpaceMergeRules;
}

export class SpaceUrlsResource {
  @ApiProperty({ format: 'uri' })
  location: string;

  @ApiProperty({ format: 'uri' })
  app: string;

  @ApiPropertyOptional({ format: 'uri', description: 'Address for readers, while a site shows it.' })
  published?: string;

  @ApiPropertyOptional({ format: 'uri', description: 'The same, while everybody may read it.' })
  public?: string;

  @ApiPropertyOptional({ format: 'uri' })
  icon?: string;
}

export class SpacePermissionsResource {
  @ApiProperty({ description: 'You may read the content.' })
  view: boolean;

  @ApiProperty({ description: 'You may open the space.' })
  access: boolean;

  @ApiProperty({ description: 'You may change the settings, move, duplicate and delete it.' })
  admin: boolean;

  @ApiProperty({ description: 'You may let others in.' })
  viewInviteLinks: boolean;

  @ApiProperty({ description: 'You may open and edit change requests.' })
  edit: boolean;

  @ApiProperty({ description: 'You may import from and export to Git.' })
  triggerGitSync: boolean;

  @ApiProperty()
  comment: boolean;

  @ApiProperty({ description: 'You may merge change requests.' })
  merge: boolean;

  @ApiProperty({ description: 'You may review change requests.' })
  review: boolean;

  @ApiProperty({ description: 'You may install integrations in it.' })
  installIntegration: boolean;
}

const VISIBILITIES = [
  'public',
  'unlisted',
  'share-link',
  'visitor-auth',
  'in-collection',
  'private',
] as const;

@ApiSchema({ name: 'SpaceGitSync' })
export class SpaceGitSyncResource {
  @ApiPropertyOptional({ description: 'Name of the repository with its account.' })
  repoName?: string;
  @ApiPropertyOptional({ enum: ['github', 'gitlab'], description: 'Absent for other hosts.' })
  installationProvider?: 'github' | 'gitlab';
  @ApiProperty({ description: 'Id of the connection.' })
  installationId: string;
  @ApiPropertyOptional({ description: 'Id of the connection of the site with which the space is synced.' })
  parentInstallationId?: string;
  @ApiProperty({
    enum: ['active', 'unauthenticated'],
    description: 'unauthenticated: the host does not let Bindery in any more.',
  })
  installationStatus: 'active' | 'unauthenticated';
  @ApiPropertyOptional({ description: 'Address where people read the files.' })
  url?: string;
  @ApiProperty({ format: 'date-time', description: 'When the connection was changed last.' })
  updatedAt: string;
}

export class SpaceVisitorAuthResource {
  @ApiProperty({ enum: ['custom', 'integration'] })
  backend: 'custom' | 'integration';

  @ApiPropertyOptional({ description: 'Name of the integration, where one signs them in.' })
  integration?: string;
}

@ApiSchema({ name: 'Space' })
export class SpaceResource {
  @ApiProperty({ enum: ['space'] })
  object: 'space';

  @ApiProperty()
  id: string;

  @ApiProperty({ maxLength: 50 })
  title: string;

  @ApiProperty({ maxLength: 50, description: 'Empty if it has no emoji.' })
  emoji: string;

  @ApiProperty({
    enum: VISIBILITIES,
    description: 'Audience: that of the site that shows it, else members only.',
  })
  visibility: (typeof VISIBILITIES)[number];

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;

  @ApiPropertyOptional({
    format: 'date-time',
    description: 'Only of an archived space, which nobody changes.',
  })
  archivedAt?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Only of a deleted space.' })
  deletedAt?: string;

  @ApiPropertyOptional({ enum: EDIT_MODES })
  editMode?: EditMode;

  @ApiProperty({ type: MergeRulesResource })
  mergeRules: MergeRulesResource;

  @ApiProperty({ type: SpaceUrlsResource })
  urls: SpaceUrlsResource;

  @ApiProperty({ description: 'Id of the organization it belongs to.' })
  organization: string;

  @ApiPropertyOptional({ description: 'Id of the collection it is in.' })
  parent?: string;

  @ApiPropertyOptional({ enum: LANGUAGES })
  language?: string;

  @ApiPropertyOptional({
    type: SpaceVisitorAuthResource,
    description: 'Service that signs in readers; only while the space is published for signed-in visitors.',
  })
  visitorAuth?: SpaceVisitorAuthResource;

  @ApiPropertyOptional({ type: SpaceGitSyncResource })
  gitSync?: SpaceGitSyncResource;

  @ApiProperty({ description: 'Id of the current revision.' })
  revision: string;

  @ApiProperty({ enum: DEFAULT_LEVELS, nullable: true, type: String })
  defaultLevel: DefaultLevel;

  @ApiProperty({ description: 'Number of open comments.' })
  comments: number;

  @ApiProperty({ description: 'Number of change requests.' })
  changeRequests: number;

  @ApiProperty({ description: 'Number of open change requests.' })
  changeRequestsOpen: number;

  @ApiProperty({ description: 'Number of drafts of change requests.' })
  changeRequestsDraft: number;

  @ApiProperty({ type: SpacePermissionsResource })
  permissions: SpacePermissionsResource;
}
