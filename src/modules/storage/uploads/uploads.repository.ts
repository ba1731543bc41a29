import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { UploadEntity } from './upload.entity.js';

export type Upload = Readonly<UploadEntity>;

const COLUMNS = entityColumns(UploadEntity);

/** Every query on `uploads`. */
@Injectable()
export class UploadsRepository {
  constructor(private readonly db: Database) {}

  async insert(upload: Upload): Promise<void> {
    await this.db.manager.insert(UploadEntity, upload);
  }

  async find(organizationId: string, key: string): Promise<Upload | null> {
    const [row] = await this.findAll(organizationId, [key]);
    return row ?? null;
  }

  findAll(organizationId: string, keys: readonly string[]): Promise<Upload[]> {
    return this.db.query<Upload & { [column: string]: unknown }>(
      `select ${COLUMNS} from uploads where organization_id = $1 and key = any($2)`,
      [organizationId, keys],
    );
  }

  /** Notes that the bytes have arrived; false when others had arrived before. */
  async complete(organizationId: string, key: string, blob: string, keptUntil: Date): Promise<boolean> {
    const touched = await this.db.execute(
      `update uploads set blob = $3, expires_at = $4 where organization_id = $1 and key = $2 and blob is null`,
      [organizationId, key, blob, keptUntil],
    );
    return touched === 1;
  }

  /** Forgets what has expired; the bytes are collected when nothing else refers to them. */
  deleteExpired(now: Date, limit: number): Promise<number> {
    return this.db.execute(
      `delete from uploads where (organization_id, key) in (
         select organization_id, key from uploads where expires_at <= $1 order by expires_at limit $2)`,
      [now, limit],
    );
  }

  /** The given blobs that an upload refers to. */
  async findBlobs(organizationId: string, blobs: readonly string[]): Promise<string[]> {
    return this.db.queryColumn<string>(
      'select distinct blob from uploads where organization_id = $1 and blob = any($2)',
      [organizationId, blobs],
    );
  }
}
