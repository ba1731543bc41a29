import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';
import type { UploadKind } from './upload-kinds.js';

/** A file that somebody announced, and once it has arrived, where its bytes are. */
@Entity('uploads')
export class UploadEntity extends OrganizationRow {
  @PrimaryColumn({ type: 'text' })
  key: string;

  @Column({ type: 'text' })
  kind: UploadKind;

  @Column({ type: 'text' })
  name: string;

  @Column({ name: 'content_type', type: 'text' })
  contentType: string;

  /** Bytes that were announced: exactly so many are taken. */
  @Column({ type: 'integer' })
  size: number;

  @Column({ name: 'created_by', type: 'text' })
  createdBy: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** Until then the address takes the bytes; once they are here, they are kept until then. */
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt: Date;

  /** SHA-256 of the bytes; null until they have arrived. */
  @Column({ type: 'text', nullable: true })
  blob: string | null;
}
