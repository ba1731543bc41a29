import { Column, Entity, Index, Unique } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import type { JSONDocument } from '#modules/documents/index.js';
import type { Language } from '#modules/spaces/index.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** Total result of the runs of a translation. */
export interface TranslationStats {
  runs: number;
  /** Words that a provider was asked to translate. */
  totalWords: number;
  /** Pages of the translation. */
  totalPages: number;
  /** Seconds. */
  totalDuration: number;
  latestRunDuration: number;
  /** Pages that the latest run translated, or translated anew. */
  latestPages: number;
  latestWords: number;
  /** Of the latest run: different texts, those that were translated before, and those left in the source language. */
  segments: number;
  remembered: number;
  untranslated: number;
  /** Of all runs. */
  promptTokens: number;
  completionTokens: number;
}

/** A space that is kept in another language as well. */
@Entity('translations')
@Unique('translations_source_language_key', ['organizationId', 'sourceSpaceId', 'language'])
@Index('translations_newest_idx', ['organizationId', 'createdAt', 'id'])
@Index('translations_result_idx', ['organizationId', 'spaceId'], { where: 'space_id is not null' })
export class TranslationEntity extends OrganizationItem {
  @Column({ name: 'source_space_id', type: 'text' })
  sourceSpaceId: string;

  @Column({ name: 'source_language', type: 'text' })
  sourceLanguage: Language;

  @Column({ type: 'text' })
  language: Language;

  /** Instructions for translators. */
  @JsonColumn()
  instructions: JSONDocument;

  /** True when new content of the source starts a run. */
  @Column({ type: 'boolean' })
  automatic: boolean;

  /** True when sites show the result as a language of its source. */
  @Column({ name: 'on_sites', type: 'boolean' })
  onSites: boolean;

  /** The translated space; null before the first run has made it. */
  @Column({ name: 'space_id', type: 'text', nullable: true })
  spaceId: string | null;

  /** The revision of that space that the latest run came to. */
  @Column({ name: 'revision_id', type: 'text', nullable: true })
  revisionId: string | null;

  /** The latest run's output before it was merged with manual changes, from which the next run starts. */
  @Column({ name: 'machine_revision_id', type: 'text', nullable: true })
  machineRevisionId: string | null;

  @JsonColumn()
  stats: TranslationStats;

  /**
   * The user who made it, or put it on sites later: the translated space is made, and sites are changed, with their
   * rights.
   */
  @Column({ name: 'actor_id', type: 'text' })
  actorId: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
