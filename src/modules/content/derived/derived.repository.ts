import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { columnsOf, inParts, rowsOf } from '#platform/database/text-rows.js';
import type { DerivedContent, StoredDerived } from './derived.types.js';

/** Rows of one statement. */
const PART = 500;
const LONG_TEXT = 500_000;

const lengthOf = ({ text, outline, references, anchors }: StoredDerived): number =>
  text.length + outline.length + references.length + anchors.length;

/** Every query on `content_documents`. */
@Injectable()
export class DerivedRepository {
  constructor(private readonly db: Database) {}

  async read(organizationId: string, documentHashes: readonly string[]): Promise<DerivedContent[]> {
    return this.db.query<DerivedContent & { [column: string]: unknown }>(
      `select document_hash as "documentHash", text, outline, refs as "references",
         coalesce(anchors, '{}') as anchors
       from content_documents where organization_id = $1 and document_hash = any($2)`,
      [organizationId, documentHashes],
    );
  }

  /** Adds rows, or replaces those of an older version. */
  async write(organizationId: string, rows: readonly StoredDerived[], version: number): Promise<void> {
    const sorted = [...rows].sort((a, b) => (a.documentHash < b.documentHash ? -1 : 1));
    for (const part of inParts(sorted, lengthOf, { count: PART, length: LONG_TEXT })) {
      await this.db.execute(
        `insert into content_documents (organization_id, document_hash, version, text, outline, refs, anchors)
         select $1, hash, $2, text, outline::json, refs::jsonb, array(select json_array_elements_text(anchors::json))
         from ${rowsOf(part.length, 3, 'row', ['hash', 'text', 'outline', 'refs', 'anchors'])}
         order by hash
         on conflict (organization_id, document_hash) do update
         set version = excluded.version, text = excluded.text, outline = excluded.outline, refs = excluded.refs,
           anchors = excluded.anchors
         where content_documents.version < excluded.version`,
        [
          organizationId,
          version,
          ...columnsOf(part, [
            (row) => row.documentHash,
            (row) => row.text,
            (row) => row.outline,
            (row) => row.references,
            (row) => row.anchors,
          ]),
        ],
      );
    }
  }

  /** Documents whose values an older version of the code derived. */
  findOutdated(version: number, limit: number): Promise<{ organizationId: string; documentHash: string }[]> {
    return this.db.query(
      `select organization_id as "organizationId", document_hash as "documentHash"
       from content_documents where version < $1 order by organization_id, document_hash limit $2`,
      [version, limit],
    );
  }
}
