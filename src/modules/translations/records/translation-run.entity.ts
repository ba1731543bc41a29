import { Column, Entity, Index } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import type { ConflictKind } from '#modules/content/index.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';
import type { TranslationUsage } from '../providers/translation-provider.js';
import type { SegmentReport } from '../translating/translate-segments.types.js';

export const RUN_TRIGGERS = ['created', 'asked', 'instructions', 'automatic'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];
export const RUN_STATUSES = ['pending', 'running', 'completed', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** A text that was left in the source language. */
export interface LeftText {
  /** Id of the page; absent for what is of no page. */
  page?: string;
  /** Title of the page or reusable content. */
  title?: string;
  text: string;
}

/** Something that the source and somebody in the translated space both changed, and that was left as it is there. */
export interface KeptChange {
  kind: ConflictKind;
  page?: string;
  /** Title of the page in the source. */
  title?: string;
}

/** Result of a run. */
export interface RunReport extends SegmentReport, TranslationUsage {
  /** The revision of the source that was translated, and what the translated space shows after it. */
  sourceRevision: string;
  revision: string;
  /** Pages of the translation, and those of them that were translated or translated anew. */
  pages: number;
  translatedPages: number;
  /** The first of the segments that were left in the source language. */
  left: LeftText[];
  /** Number of manual changes that were kept, and the first of them. */
  kept: number;
  keptChanges: KeptChange[];
}

/** One time that a translation was brought up to date, or is to be. */
@Entity('translation_runs')
@Index('translation_runs_newest_idx', ['organizationId', 'translationId', 'createdAt', 'id'])
@Index('translation_runs_open_key', ['organizationId', 'translationId', 'status'], {
  unique: true,
  where: "status in ('pending', 'running')",
})
@Index('translation_runs_open_idx', ['createdAt'], { where: "status in ('pending', 'running')" })
@Index('translation_runs_ended_idx', ['endedAt'], { where: 'ended_at is not null' })
export class TranslationRunEntity extends OrganizationItem {
  @Column({ name: 'translation_id', type: 'text' })
  translationId: string;

  @Column({ type: 'text' })
  trigger: RunTrigger;

  /** The user who started it; null for automatic runs. */
  @Column({ name: 'actor_id', type: 'text', nullable: true })
  actorId: string | null;

  @Column({ type: 'text' })
  status: RunStatus;

  /** Number of claims so far: a process whose claim was taken over writes nothing any more. */
  @Column({ type: 'integer' })
  attempts: number;

  /** Last sign of life of the process that works on it; null while none does. */
  @Column({ name: 'beat_at', type: 'timestamptz', precision: 3, nullable: true })
  beatAt: Date | null;

  /** Segments that were looked at, of how many. */
  @Column({ type: 'integer' })
  done: number;

  @Column({ type: 'integer' })
  total: number;

  /** Cost so far, of all attempts. */
  @Column({ type: 'integer', default: 0 })
  requests: number;

  @Column({ name: 'prompt_tokens', type: 'integer', default: 0 })
  promptTokens: number;

  @Column({ name: 'completion_tokens', type: 'integer', default: 0 })
  completionTokens: number;

  @JsonColumn({ nullable: true })
  report: RunReport | null;

  /** Why it failed, as a sentence. */
  @Column({ type: 'text', nullable: true })
  error: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'started_at', type: 'timestamptz', precision: 3, nullable: true })
  startedAt: Date | null;

  @Column({ name: 'ended_at', type: 'timestamptz', precision: 3, nullable: true })
  endedAt: Date | null;
}
