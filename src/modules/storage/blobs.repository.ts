import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

export interface BlobKey {
  organizationId: string;
  blob: string;
}

/** A removal that takes longer has died, and its blob may be taken over. */
const REMOVAL_TIMEOUT = '5 minutes';

/** Every query on `blobs`. */
@Injectable()
export class BlobsRepository {
  constructor(private readonly db: Database) {}

  /** Notes that the bytes are wanted; false while the collector is removing them. */
  async touch(key: BlobKey, size: number, contentType: string, now: Date): Promise<boolean> {
    const touched = await this.db.execute(
      `insert into blobs (organization_id, blob, size, content_type, created_at, touched_at, checked_at)
       values ($1, $2, $3, $4, $5, $5, $5)
       on conflict (organization_id, blob) do update set touched_at = excluded.touched_at, deleting_at = null
       where blobs.deleting_at is null or blobs.deleting_at < excluded.touched_at - interval '${REMOVAL_TIMEOUT}'`,
      [key.organizationId, key.blob, size, contentType, now],
    );
    return touched === 1;
  }

  /** The blobs nobody has stored since `before`, those looked at longest ago first. */
  findCandidates(before: Date, limit: number): Promise<BlobKey[]> {
    return this.db.query<BlobKey & { [column: string]: unknown }>(
      `select organization_id as "organizationId", blob from blobs
       where touched_at < $1 and checked_at < $1 order by checked_at limit $2`,
      [before, limit],
    );
  }

  async markChecked(organizationId: string, blobs: string[], now: Date): Promise<void> {
    await this.db.execute('update blobs set checked_at = $3 where organization_id = $1 and blob = any($2)', [
      organizationId,
      blobs,
      now,
    ]);
  }

  /** Claims the blob for removal, unless somebody stored it since `before` or is removing it already. */
  async claimRemoval(key: BlobKey, before: Date, now: Date): Promise<boolean> {
    const claimed = await this.db.execute(
      `update blobs set deleting_at = $4 where organization_id = $1 and blob = $2 and touched_at < $3
       and (deleting_at is null or deleting_at < $4::timestamptz - interval '${REMOVAL_TIMEOUT}')`,
      [key.organizationId, key.blob, before, now],
    );
    return claimed === 1;
  }

  /** Forgets a blob whose bytes are gone. */
  async finishRemoval(key: BlobKey): Promise<void> {
    await this.db.execute(
      'delete from blobs where organization_id = $1 and blob = $2 and deleting_at is not null',
      [key.organizationId, key.blob],
    );
  }

  async find(key: BlobKey): Promise<{ size: number; contentType: string } | null> {
    const [row] = await this.db.query<{ size: string; contentType: string }>(
      `select size, content_type as "contentType" from blobs where organization_id = $1 and blob = $2`,
      [key.organizationId, key.blob],
    );
    return row ? { size: Number(row.size), contentType: row.contentType } : null;
  }

  async remove(key: BlobKey, now: Date): Promise<boolean> {
    return this.claimRemoval(key, new Date(now.getTime() + 1), now);
  }
}
