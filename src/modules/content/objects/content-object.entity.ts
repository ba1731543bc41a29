import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** An immutable object of content: a snapshot, a page, a document, a node of a map. */
@Entity('content_objects')
export class ContentObjectEntity extends OrganizationRow {
  /** SHA-256 of kind and canonical JSON. */
  @PrimaryColumn({ type: 'text' })
  hash: string;

  @Column({ type: 'text' })
  kind: string;

  /** The text that was hashed. */
  @Column({ type: 'json' })
  body: unknown;

  /** Hashes of the objects and blobs it names. */
  @Column({ type: 'text', array: true })
  refs: string[];

  /** Renewed when the same object is written again, so that garbage collection keeps it. */
  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
