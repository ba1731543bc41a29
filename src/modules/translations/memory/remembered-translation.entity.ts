import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** A provider's translation of a text. */
@Entity('translation_memory')
@Index('translation_memory_used', ['usedAt'])
export class RememberedTranslationEntity extends OrganizationRow {
  /** Digest of the text and of everything its translation depends on; see `memory-key.ts`. */
  @PrimaryColumn({ type: 'bytea' })
  key: Buffer;

  @Column({ type: 'text' })
  translation: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** To the day: what is used every hour is not written every hour. */
  @Column({ name: 'used_at', type: 'timestamptz', precision: 3 })
  usedAt: Date;
}
