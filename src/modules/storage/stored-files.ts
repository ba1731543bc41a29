import type { Readable } from 'node:stream';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '#platform/config/env.js';
import { newId } from '#platform/ids/ids.js';
import type { BlobBackend } from './blob-backend.js';
import { blobKey } from './blob-key.js';
import { FolderBackend } from './folder-backend.js';
import { S3Backend } from './s3-backend.js';
import { parseStorageUrl } from './storage-url.js';

/**
 * Advisory lock of PostgreSQL: whoever removes stored bytes holds it alone, and whoever copies all of them shares it, so that
 * nothing that a snapshot of the database refers to goes away while it is copied.
 */
export const REMOVALS_LOCK = 7_316_402_992;

/**
 * Every stored file, one JSON object a row. `settled` is false for bytes that may still be on their way, or on their way out: nothing
 * refers to them yet, or any more.
 */
export const STORED_FILES = `select json_build_object('organizationId', organization_id, 'blob', blob,
  'settled', deleting_at is null and touched_at < now() - interval '24 hours') from blobs order by organization_id, blob`;

export interface StoredFile {
  organizationId: string;
  /** SHA-256 of the bytes, hexadecimal. */
  blob: string;
}

/** The backend that STORAGE_URL names. */
export function createBackend(config: Config): FolderBackend | S3Backend {
  const target = parseStorageUrl(config.storageUrl);
  return target.kind === 'folder' ? new FolderBackend(target.folder) : new S3Backend(target.settings);
}

/** The stored bytes without their records in the database: for copies of everything. */
export class StoredFiles {
  private readonly backend: BlobBackend & { close?(): Promise<void> };

  constructor(config: Config) {
    this.backend = createBackend(config);
  }

  /** The bytes; null when they are not there. */
  open({ organizationId, blob }: StoredFile): Promise<{ stream: Readable; size: number } | null> {
    return this.backend.open(blobKey(organizationId, blob));
  }

  /** Writes bytes under the key of the file. @returns false when bytes of this length were there already. */
  async write({ organizationId, blob }: StoredFile, size: number, source: Readable): Promise<boolean> {
    await mkdir(this.backend.spoolFolder, { recursive: true });
    const path = join(this.backend.spoolFolder, newId());
    try {
      await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o640 }));
      const key = blobKey(organizationId, blob);
      if ((await this.backend.stat(key)) === size) return false;
      await this.backend.moveFromSpool(key, path, size);
      return true;
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Removes the bytes, whoever refers to them. */
  remove({ organizationId, blob }: StoredFile): Promise<void> {
    return this.backend.delete(blobKey(organizationId, blob));
  }

  /** Ends connections. */
  async close(): Promise<void> {
    await this.backend.close?.();
  }
}
