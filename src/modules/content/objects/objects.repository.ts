import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { columnsOf, inParts, rowsOf } from '#platform/database/text-rows.js';
import { perRow } from '#platform/database/per-row.js';
import type { NewObject } from './object.types.js';

/** Half of the grace period of the garbage collection, in hours; see `GarbageService` for the reason. */
export const REFRESH_AFTER_HOURS = 12;
/** Objects and characters of one statement. */
const MAX_OBJECTS = 2000;
const MAX_TEXT = 500_000;

const REFRESH = `on conflict (organization_id, hash) do update set created_at = excluded.created_at
  where content_objects.created_at < excluded.created_at - interval '${REFRESH_AFTER_HOURS} hours'`;

/** Every query on `content_objects` except those of the garbage collection. */
@Injectable()
export class ObjectsRepository {
  constructor(private readonly db: Database) {}

  /** Canonical texts by hash. */
  async read(organizationId: string, hashes: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.db.query<{ hash: string; body: string }>(
      `select o.hash, o.body::text from (select distinct unnest($2::text[]) as wanted) asked cross join ${perRow(
        'select hash, body from content_objects where organization_id = $1 and hash = wanted',
      )} o`,
      [organizationId, hashes],
    );
    return new Map(rows.map((row) => [row.hash, row.body]));
  }

  /** Hashes of the objects whose canonical text contains `part`. */
  async holding(organizationId: string, hashes: readonly string[], part: string): Promise<string[]> {
    return this.db.queryColumn<string>(
      `select o.hash from (select distinct unnest($2::text[]) as wanted) asked cross join ${perRow(
        'select hash, body from content_objects where organization_id = $1 and hash = wanted',
      )} o where strpos(o.body::text, $3) > 0`,
      [organizationId, hashes, part],
    );
  }

  /** Canonical texts by hash of the objects of a snapshot, those of its maps included, documents excluded. */
  async readTree(organizationId: string, snapshot: string): Promise<Map<string, string>> {
    const rows = await this.db.query<{ hash: string; body: string }>(
      `with recursive tree (hash) as (
         select $2::text
         union
         select ref from tree cross join ${perRow(
           `select refs from content_objects where organization_id = $1 and hash = tree.hash and kind <> 'document'`,
         )} o cross join lateral unnest(o.refs) as ref
       )
       select o.hash, o.body::text from tree cross join ${perRow(
         `select hash, body from content_objects where organization_id = $1 and hash = tree.hash and kind <> 'document'`,
       )} o`,
      [organizationId, snapshot],
    );
    return new Map(rows.map((row) => [row.hash, row.body]));
  }

  /**
   * Stores objects. The time of an existing one is renewed, and its row is locked until the transaction ends, so that
   * the garbage collection cannot delete it before the writer commits. Sorted, so that two writers of the same
   * objects lock them in one order.
   */
  async write(organizationId: string, objects: readonly NewObject[], now: Date): Promise<void> {
    const sorted = [...objects].sort((a, b) => (a.hash < b.hash ? -1 : 1));
    for (const part of inParts(sorted, ({ text }) => text.length, { count: MAX_OBJECTS, length: MAX_TEXT })) {
      await this.db.execute(
        `insert into content_objects (organization_id, hash, kind, body, refs, created_at)
         select $1, hash, kind, body::json, string_to_array(refs, ','), $2
         from ${rowsOf(part.length, 3, 'object', ['hash', 'kind', 'body', 'refs'])}
         order by hash ${REFRESH}`,
        [
          organizationId,
          now,
          ...columnsOf(part, [
            ({ hash }) => hash,
            ({ kind }) => kind,
            ({ text }) => text,
            ({ refs }) => refs.join(','),
          ]),
        ],
      );
    }
  }

  /** Copies all objects that the snapshots reach to another organization, with their derived values. */
  async copyReachable(from: string, to: string, snapshots: readonly string[], now: Date): Promise<void> {
    await this.db.execute(
      `with recursive ${reachableFrom('select unnest($3::text[])', '$1')},
       copied as (
         insert into content_objects (organization_id, hash, kind, body, refs, created_at)
         select $2, o.hash, o.kind, o.body, o.refs, $4
         from reachable cross join ${perRow(
           `select hash, kind, body, refs from content_objects where organization_id = $1 and hash = reachable.hash`,
         )} o order by o.hash ${REFRESH}
       )
       insert into content_documents (organization_id, document_hash, version, text, outline, refs, anchors)
       select $2, d.document_hash, d.version, d.text, d.outline, d.refs, d.anchors
       from reachable cross join ${perRow(
         `select * from content_documents where organization_id = $1 and document_hash = reachable.hash`,
       )} d
       on conflict do nothing`,
      [from, to, snapshots, now],
    );
  }

  /** Storage keys of the blobs that the snapshots name. */
  async blobsOf(organizationId: string, snapshots: readonly string[]): Promise<string[]> {
    return this.db.queryColumn<string>(
      `with recursive ${reachableFrom('select unnest($2::text[])', '$1')}
       select substr(hash, 6) as blob from reachable where hash like 'blob:%'`,
      [organizationId, snapshots],
    );
  }

  /** The blobs among `blobs` that some object names, reachable or not yet collected. */
  async findReferencedBlobs(organizationId: string, blobs: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ ref: string }>(
      `select distinct ref from content_objects o, unnest(o.refs) as ref
       where o.kind = 'map-leaf' and o.refs && $2::text[] and o.organization_id = $1 and ref = any($2)`,
      [organizationId, blobs.map((blob) => `blob:${blob}`)],
    );
    return rows.map((row) => row.ref.slice('blob:'.length));
  }
}

/** The hashes that can be reached from `roots`, as the table `reachable` of a recursive `with`. */
export function reachableFrom(roots: string, organization: string): string {
  return `reachable (hash) as (
    ${roots}
    union
    select ref from reachable r cross join ${perRow(
      `select refs from content_objects where organization_id = ${organization} and hash = r.hash`,
    )} o cross join lateral unnest(o.refs) as ref
  )`;
}
