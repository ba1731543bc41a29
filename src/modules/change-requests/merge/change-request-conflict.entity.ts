import type { ConflictChoice, ConflictKind, ContentConflict, Json } from '#modules/content/index.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** A place that both sides changed differently, as the last attempt to merge or update found it. */
@Entity('change_request_conflicts')
export class ChangeRequestConflictEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'change_request_id', type: 'text' })
  changeRequestId: string;

  /** Identifies the place, the same in every attempt. */
  @PrimaryColumn({ type: 'text' })
  id: string;

  /** Position in the list of conflicts of the merge. */
  @Column({ type: 'int' })
  position: number;

  @Column({ type: 'text' })
  kind: ConflictKind;

  /** Page, file, reusable content, field and block of the conflict, as far as they apply. */
  @JsonColumn()
  place: Pick<ContentConflict, 'page' | 'file' | 'reusableContent' | 'field' | 'block'>;

  /** The values of base, main and mine. */
  @JsonColumn()
  values: { base: Json; main: Json; mine: Json };

  @Column({ type: 'text', array: true })
  choices: ConflictChoice[];

  /** Identifies the three values: the resolution counts only while they are the same. */
  @Column({ type: 'text' })
  fingerprint: string;

  @Column({ type: 'text', nullable: true })
  resolution: ConflictChoice | null;

  @Column({ name: 'resolved_by', type: 'text', nullable: true })
  resolvedBy: string | null;

  @Column({ name: 'resolved_at', type: 'timestamptz', precision: 3, nullable: true })
  resolvedAt: Date | null;
}
