import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** Bytes that an organization has in storage. Who refers to them is known to the modules that do. */
@Entity('blobs')
@Index('blobs_collect', ['checkedAt'])
export class BlobEntity extends OrganizationRow {
  /** SHA-256 of the bytes, hexadecimal. */
  @PrimaryColumn({ type: 'text' })
  blob: string;

  @Column({ type: 'bigint' })
  size: string;

  @Column({ name: 'content_type', type: 'text' })
  contentType: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** Last time somebody stored these bytes: they may be about to be referred to. */
  @Column({ name: 'touched_at', type: 'timestamptz', precision: 3 })
  touchedAt: Date;

  /** Last time the collector looked at it. */
  @Column({ name: 'checked_at', type: 'timestamptz', precision: 3 })
  checkedAt: Date;

  /** Set while the collector removes the bytes; whoever stores them again waits. */
  @Column({ name: 'deleting_at', type: 'timestamptz', precision: 3, nullable: true })
  deletingAt: Date | null;
}
