import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { storableJson } from '#platform/database/storable-json.js';
import type { DerivedContent } from './derived.types.js';

/** Rows of one statement. */
const PART = 500;

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
  async write(organizationId: string, rows: readonly DerivedContent[], version: number): Promise<void> {
    for (let start = 0; start < rows.length; start += PART) {
      const part = rows.slice(start, start + PART);
      await this.db.execute(
        `insert into content_documents (organization_id, document_hash, version, text, outline, refs, anchors)
         select $1, hash, $2, text, outline::json, refs::jsonb, array(select json_array_elements_text(anchors::json))
         from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
           as row (hash, text, outline, refs, anchors)
         order by hash
         on conflict (organization_id, document_hash) do update
         set version = excluded.version, text = excluded.text, outline = excluded.outline, refs = excluded.refs,
           anchors = excluded.anchors
         where content_documents.version < excluded.version`,
        [
          organizationId,
          version,
          part.map((row) => row.documentHash),
          part.map((row) => row.text),
          part.map((row) => storableJson(row.outline)),
          part.map((row) => storableJson(row.references)),
          part.map((row) => storableJson(row.anchors)),
        ],
      );
    }
  }

  /** Documents whose derived data an older version of the code made. */
  findOutdated(version: number, limit: number): Promise<{ organizationId: string; documentHash: string }[]> {
    return this.db.query(
      `select organization_id as "organizationId", document_hash as "documentHash"
       from content_documents where version < $1 order by organization_id, document_hash limit $2`,
      [version, limit],
    );
  }
}
