import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { storableJson } from '#platform/database/storable-json.js';
import { PdfExportEntity } from './pdf-export.entity.js';

export type PdfExport = Readonly<PdfExportEntity>;
type Row = PdfExportEntity & { [column: string]: unknown };
type Key = Pick<PdfExport, 'organizationId' | 'id'>;

const COLUMNS = entityColumns(PdfExportEntity);

/** Every query on `pdf_exports`. */
@Injectable()
export class PdfExportsRepository {
  constructor(private readonly db: Database) {}

  /** The export with this key, made if necessary; asking counts as use. */
  async ask(wanted: Omit<PdfExport, 'state' | 'blob' | 'error'>): Promise<PdfExport> {
    const [row] = await this.db.query<Row>(
      `insert into pdf_exports (organization_id, id, space_id, key, recipe, name, state, created_at, updated_at, used_at)
       values ($1, $2, $3, $4, $5, $6, 'waiting', $7, $7, $7)
       on conflict (organization_id, key) do update set used_at = excluded.used_at
       returning ${COLUMNS}`,
      [
        wanted.organizationId,
        wanted.id,
        wanted.spaceId,
        wanted.key,
        storableJson(wanted.recipe),
        wanted.name,
        wanted.createdAt,
      ],
    );
    if (!row) throw new Error('An export that was just stored is not there.');
    return row;
  }

  /** Null also while its space is deleted. */
  async find({ organizationId, id }: Key): Promise<PdfExport | null> {
    return this.db.queryFirst<Row>(
      `select ${COLUMNS} from pdf_exports e where organization_id = $1 and id = $2 and exists (
         select from spaces s where s.organization_id = $1 and s.id = e.space_id and s.deleted_at is null)`,
      [organizationId, id],
    );
  }

  /** Puts an export back to the start; false when somebody else did meanwhile. */
  async restart(seen: PdfExport, now: Date): Promise<boolean> {
    const changed = await this.db.execute(
      `update pdf_exports set state = 'waiting', blob = null, error = null, updated_at = $4
       where organization_id = $1 and id = $2 and updated_at = $3`,
      [seen.organizationId, seen.id, seen.updatedAt, now],
    );
    return changed === 1;
  }

  /** Takes an export for this process; null when another has it, it is done, or it is gone. */
  async claim({ organizationId, id }: Key, now: Date, cutoff: Date): Promise<PdfExport | null> {
    return this.db.queryFirst<Row>(
      `update pdf_exports set state = 'making', updated_at = $3
       where organization_id = $1 and id = $2
         and (state = 'waiting' or (state = 'making' and updated_at < $4))
       returning ${COLUMNS}`,
      [organizationId, id, now, cutoff],
    );
  }

  /** Says that this process is still at it; null when the export was given to somebody else. */
  async renew(claimed: PdfExport, now: Date): Promise<PdfExport | null> {
    const changed = await this.db.execute(
      `update pdf_exports set updated_at = $4
       where organization_id = $1 and id = $2 and state = 'making' and updated_at = $3`,
      [claimed.organizationId, claimed.id, claimed.updatedAt, now],
    );
    return changed === 1 ? { ...claimed, updatedAt: now } : null;
  }

  /** Stores the outcome, unless the export was given to somebody else meanwhile. */
  async finish(
    claimed: PdfExport,
    outcome: { blob: string } | { error: string } | { again: true },
    now: Date,
  ): Promise<void> {
    const state = 'blob' in outcome ? 'ready' : 'error' in outcome ? 'failed' : 'waiting';
    await this.db.execute(
      `update pdf_exports set state = $3, blob = $4, error = $5, updated_at = $6
       where organization_id = $1 and id = $2 and state = 'making' and updated_at = $7`,
      [
        claimed.organizationId,
        claimed.id,
        state,
        'blob' in outcome ? outcome.blob : null,
        'error' in outcome ? outcome.error : null,
        now,
        claimed.updatedAt,
      ],
    );
  }

  /** Forgets exports that nobody asked for since; their bytes go with the next collection of blobs. */
  removeUnused(before: Date, limit: number): Promise<number> {
    return this.db.execute(
      `delete from pdf_exports where (organization_id, id) in
         (select organization_id, id from pdf_exports where used_at < $1 order by used_at limit $2)`,
      [before, limit],
    );
  }

  async removeOfSpaces(organizationId: string, spaceIds: string[]): Promise<void> {
    await this.db.execute('delete from pdf_exports where organization_id = $1 and space_id = any($2)', [
      organizationId,
      spaceIds,
    ]);
  }

  /** Which of the blobs an export refers to. */
  async findReferenced(organizationId: string, blobs: string[]): Promise<string[]> {
    return this.db.queryColumn<string>(
      'select blob from pdf_exports where organization_id = $1 and blob = any($2)',
      [organizationId, blobs],
    );
  }
}
