import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** The values that are computed from a document once, by its hash. */
@Entity('content_documents')
export class ContentDocumentEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'document_hash', type: 'text' })
  documentHash: string;

  /** Version of the code that computed the values. */
  @Column({ type: 'integer' })
  version: number;

  @Column({ type: 'text' })
  text: string;

  @Column({ type: 'json' })
  outline: unknown;

  /** The references of the document, as `DocumentReference[]`. */
  @JsonColumn()
  refs: unknown;

  /** Ids inside the document to which a link may lead; null when an older version of the code did not collect them. */
  @Column({ type: 'text', array: true, nullable: true })
  anchors: string[] | null;
}
