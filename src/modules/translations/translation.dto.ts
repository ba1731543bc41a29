import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ShortTextField, type ShortTextInput } from '#modules/documents/index.js';
import { OrganizationParams } from '#modules/organizations/index.js';
import { type Language, LANGUAGES } from '#modules/spaces/index.js';
import { BooleanField, EnumField, ObjectField, TextField } from '#platform/http/fields.js';
import {
  RUN_STATUSES,
  RUN_TRIGGERS,
  type RunStatus,
  type RunTrigger,
} from './records/translation-run.entity.js';
import { TRANSLATION_STATUSES, type TranslationStatus } from './records/translations.repository.js';

const INSTRUCTIONS = 'Instructions for translators: a document, or { "markdown": "…" }.';
const AUTOMATIC = 'True to run it when its source has new content.';
const ON_SITES = 'True if sites show the result as a language of its source.';
const PROVIDERS = ['chat', 'pseudo'] as const;

export class TranslationParams extends OrganizationParams {
  @TextField({ max: 64, description: 'Id of the translation.' })
  translationId: string;
}

export class TranslationSourceInput {
  @TextField({ min: 1, max: 64, description: 'Id of the space.' })
  space: string;

  @EnumField(LANGUAGES, { description: 'The language that it is written in.' })
  language: Language;
}

export class CreateTranslationBody {
  @ObjectField(() => TranslationSourceInput, { example: { space: '{spaceId}', language: 'en' } })
  source: TranslationSourceInput;

  @EnumField(LANGUAGES, { description: 'The language to translate into.', example: 'de' })
  language: Language;

  @ShortTextField({ optional: true, description: INSTRUCTIONS })
  instructions?: ShortTextInput;

  @BooleanField({ optional: true, default: true, description: AUTOMATIC })
  automatic?: boolean;

  @BooleanField({
    optional: true,
    description: `${ON_SITES} True unless told, but false where texts are only pseudo-localised.`,
  })
  onSites?: boolean;
}

export class PutTranslationBody {
  @ShortTextField({ description: INSTRUCTIONS, example: { markdown: 'Say “du” to readers.' } })
  instructions: ShortTextInput;
}

export class PatchTranslationBody {
  @ShortTextField({ optional: true, description: INSTRUCTIONS })
  instructions?: ShortTextInput;

  @BooleanField({ optional: true, description: AUTOMATIC, example: false })
  automatic?: boolean;

  @BooleanField({ optional: true, description: ON_SITES })
  onSites?: boolean;
}

export class TranslationSourceResource {
  @ApiProperty({ description: 'Id of the space.' })
  space: string;
  @ApiProperty({ enum: LANGUAGES })
  language: Language;
}

export class TranslationResultResource {
  @ApiProperty({ description: 'Id of the translated space.' })
  space: string;
  @ApiProperty({ description: 'The revision of it that the latest run came to.' })
  revision: string;
  @ApiProperty({ enum: LANGUAGES, description: 'The language of the translated space.' })
  language: Language;
}

export class TranslationStatsResource {
  @ApiProperty({ type: 'integer', description: 'Runs that were completed.' })
  runs: number;
  @ApiProperty({ type: 'integer', description: 'Words that were translated; those remembered do not count.' })
  totalWords: number;
  @ApiProperty({ type: 'integer', description: 'Pages of the translation.' })
  totalPages: number;
  @ApiProperty({ type: 'integer', description: 'Seconds.' })
  totalDuration: number;
  @ApiProperty({ type: 'integer', description: 'Seconds.' })
  latestRunDuration: number;
  @ApiProperty({ type: 'integer', description: 'Pages that the latest run translated, or translated anew.' })
  latestPages: number;
  @ApiProperty({ type: 'integer' })
  latestWords: number;
  @ApiProperty({ type: 'integer', description: 'Different texts that the latest run met.' })
  segments: number;
  @ApiProperty({ type: 'integer', description: 'Number of them that had been translated before.' })
  remembered: number;
  @ApiProperty({ type: 'integer', description: 'Number of them that are left in the source language.' })
  untranslated: number;
  @ApiProperty({ type: 'integer', description: 'Tokens that the provider read, in all runs.' })
  promptTokens: number;
  @ApiProperty({ type: 'integer', description: 'Tokens that the provider wrote, in all runs.' })
  completionTokens: number;
}

export class TranslationPermissionsResource {
  @ApiProperty()
  view: boolean;
  @ApiProperty()
  edit: boolean;
}

export class TranslationUrlsResource {
  @ApiProperty({ format: 'uri' })
  location: string;
}

@ApiSchema({ name: 'Translation' })
export class TranslationResource {
  @ApiProperty({ enum: ['translation'] })
  object: 'translation';
  @ApiProperty()
  id: string;
  @ApiProperty({ enum: TRANSLATION_STATUSES })
  status: TranslationStatus;
  @ApiProperty({ type: TranslationSourceResource })
  source: TranslationSourceResource;
  @ApiProperty({ enum: LANGUAGES })
  language: Language;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'A document.' })
  instructions: ShortTextInput;
  @ApiProperty({ description: AUTOMATIC })
  automatic: boolean;
  @ApiProperty({ description: ON_SITES })
  onSites: boolean;
  @ApiProperty({
    enum: PROVIDERS,
    description: 'Translator: a chat model, or pseudo-localisation, which changes letters only.',
  })
  provider: (typeof PROVIDERS)[number];
  @ApiPropertyOptional({ type: TranslationResultResource, description: 'Absent before the first run.' })
  result?: TranslationResultResource;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiProperty({ type: TranslationStatsResource })
  stats: TranslationStatsResource;
  @ApiProperty({ type: TranslationPermissionsResource })
  permissions: TranslationPermissionsResource;
  @ApiProperty({ type: TranslationUrlsResource })
  urls: TranslationUrlsResource;
}

export class LeftTextResource {
  @ApiPropertyOptional({ description: 'Id of the page.' })
  page?: string;
  @ApiPropertyOptional({ description: 'Title of the page or reusable content.' })
  title?: string;
  @ApiProperty()
  text: string;
}

export class KeptChangeResource {
  @ApiProperty({ description: 'Part that both sides changed: a block, a field, a whole page and so on.' })
  kind: string;
  @ApiPropertyOptional({ description: 'Id of the page.' })
  page?: string;
  @ApiPropertyOptional({ description: 'Title of the page in the source.' })
  title?: string;
}

export class RunCostResource {
  @ApiProperty({ type: 'integer', description: 'Questions to the provider.' })
  requests: number;
  @ApiProperty({ type: 'integer' })
  promptTokens: number;
  @ApiProperty({ type: 'integer' })
  completionTokens: number;
}

export class RunReportResource extends RunCostResource {
  @ApiProperty({ description: 'The revision of the source that was translated.' })
  sourceRevision: string;
  @ApiProperty({ description: 'The revision of the translated space that it came to.' })
  revision: string;
  @ApiProperty({ type: 'integer' })
  pages: number;
  @ApiProperty({
    type: 'integer',
    description: 'Pages that were translated, or translated anew.',
  })
  translatedPages: number;
  @ApiProperty({ type: 'integer', description: 'Different texts.' })
  segments: number;
  @ApiProperty({ type: 'integer', description: 'Words in them.' })
  words: number;
  @ApiProperty({ type: 'integer', description: 'Texts that had been translated before.' })
  remembered: number;
  @ApiProperty({
    type: 'integer',
    description: 'Words that the provider was sent; those that came back wrong twice.',
  })
  sentWords: number;
  @ApiProperty({ type: 'integer', description: 'Texts that are left in the source language.' })
  untranslated: number;
  @ApiProperty({ type: [LeftTextResource], description: 'The first of them.' })
  left: LeftTextResource[];
  @ApiProperty({
    type: 'integer',
    description:
      'Places that the source and somebody in the translated space both changed; the latter was kept.',
  })
  kept: number;
  @ApiProperty({ type: [KeptChangeResource], description: 'The first of them.' })
  keptChanges: KeptChangeResource[];
}

export class RunProgressResource {
  @ApiProperty({ type: 'integer' })
  done: number;
  @ApiProperty({ type: 'integer' })
  total: number;
}

@ApiSchema({ name: 'TranslationRun' })
export class TranslationRunResource {
  @ApiProperty({ enum: ['translation-run'] })
  object: 'translation-run';
  @ApiProperty()
  id: string;
  @ApiProperty({ enum: RUN_TRIGGERS })
  trigger: RunTrigger;
  @ApiProperty({ enum: RUN_STATUSES })
  status: RunStatus;
  @ApiPropertyOptional({ description: 'Id of the user who asked for it.' })
  createdBy?: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiPropertyOptional({ format: 'date-time' })
  startedAt?: string;
  @ApiPropertyOptional({ format: 'date-time' })
  endedAt?: string;
  @ApiProperty({ type: RunProgressResource, description: 'Texts that were looked at, of how many.' })
  progress: RunProgressResource;
  @ApiProperty({ type: RunCostResource, description: 'Cost of the run, even if it failed.' })
  cost: RunCostResource;
  @ApiPropertyOptional({ description: 'Why it failed, as a sentence.' })
  error?: string;
  @ApiPropertyOptional({ type: RunReportResource, description: 'Only of runs that were completed.' })
  report?: RunReportResource;
}
