import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Readiness } from '#platform/health/readiness.js';
import { PayloadTooLarge } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import type { BlobBackend, ByteRange } from './blob-backend.js';
import { blobKey } from './blob-key.js';
import { BlobsRepository } from './blobs.repository.js';
import { readDimensions } from './image-dimensions.js';
import { S3Backend } from './s3-backend.js';

export const BLOB_BACKEND = Symbol('BLOB_BACKEND');

/** Largest file that may be stored, in bytes. */
export const MAX_FILE_SIZE = 100 * 1024 * 1024;

const PROBE_INTERVAL_MS = 15_000;

/** Bytes read to find the dimensions of an image: they stand near its start, in photos after a preview. */
const IMAGE_HEADER_BYTES = 512 * 1024;

export interface PutOptions {
  contentType: string;
  /** Bytes; `MAX_FILE_SIZE` when absent. */
  maxSize?: number;
}

export interface StoredBlob {
  /** SHA-256 of the bytes, hexadecimal: the key to read them again. */
  blob: string;
  size: number;
}

/** Stores bytes under their hash, separately for each organization; equal bytes of one organization are stored once. */
@Injectable()
export class Storage implements OnModuleInit, OnApplicationShutdown {
  private lastProbe?: { at: number; outcome: Promise<void> };

  constructor(
    @Inject(BLOB_BACKEND) private readonly backend: BlobBackend,
    private readonly blobs: BlobsRepository,
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly readiness: Readiness,
  ) {}

  onModuleInit(): void {
    this.readiness.register({ name: 'storage', check: () => this.checkReadiness() });
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.backend instanceof S3Backend) await this.backend.close();
  }

  /**
   * Stores bytes, before and outside of the transaction that will refer to them; without such a reference garbage
   * collection deletes them after the grace period.
   * @throws PayloadTooLarge past the size limit.
   */
  async put(organizationId: string, source: Uint8Array | Readable, options: PutOptions): Promise<StoredBlob> {
    if (this.db.inTransactionOfOperation) throw new Error('Blobs are stored outside of transactions.');
    return this.db.outside(() => this.store(organizationId, source, options));
  }

  private async store(
    organizationId: string,
    source: Uint8Array | Readable,
    options: PutOptions,
  ): Promise<StoredBlob> {
    const maxSize = options.maxSize ?? MAX_FILE_SIZE;
    if (source instanceof Uint8Array)
      return this.putBytes(organizationId, source, options.contentType, maxSize);
    const spooled = await this.spoolStream(source, maxSize);
    try {
      const { blob, size } = spooled;
      await this.recordBlob({ organizationId, blob }, size, options.contentType);
      const key = blobKey(organizationId, blob);
      if ((await this.backend.stat(key)) !== size) await this.backend.moveFromSpool(key, spooled.path, size);
      return { blob, size };
    } finally {
      await rm(spooled.path, { force: true });
    }
  }

  /** The bytes as a stream, all or a part, with the size of the whole; null when they are not there. */
  open(
    organizationId: string,
    blob: string,
    range?: ByteRange,
  ): Promise<{ stream: Readable; size: number } | null> {
    return this.backend.open(blobKey(organizationId, blob), range);
  }

  /** Size in bytes, null when the blob is not there. */
  stat(organizationId: string, blob: string): Promise<number | null> {
    return this.backend.stat(blobKey(organizationId, blob));
  }

  /** The whole blob in memory, for callers that know it is small; null when it is not there. */
  async read(organizationId: string, blob: string, maxSize = MAX_FILE_SIZE): Promise<Buffer | null> {
    const opened = await this.open(organizationId, blob);
    if (!opened) return null;
    if (opened.size > maxSize) {
      opened.stream.destroy();
      throw tooLarge(maxSize);
    }
    return readAll(opened.stream);
  }

  /** Width and height of a stored image, read from its first bytes; undefined for anything else. */
  async measureImage(
    organizationId: string,
    blob: string,
    contentType: string,
  ): Promise<{ width: number; height: number } | undefined> {
    if (!contentType.startsWith('image/')) return undefined;
    const size = await this.stat(organizationId, blob);
    if (!size) return undefined;
    const opened = await this.open(organizationId, blob, {
      start: 0,
      end: Math.min(size, IMAGE_HEADER_BYTES) - 1,
    });
    return opened ? readDimensions(await readAll(opened.stream)) : undefined;
  }

  /** Gives another organization its own copy of the blobs; those that are gone are left out. */
  async copy(fromOrganizationId: string, toOrganizationId: string, blobs: readonly string[]): Promise<void> {
    if (this.db.inTransactionOfOperation) throw new Error('Blobs are copied outside of transactions.');
    await this.db.outside(() => this.copyEach(fromOrganizationId, toOrganizationId, blobs));
  }

  private async copyEach(
    fromOrganizationId: string,
    toOrganizationId: string,
    blobs: readonly string[],
  ): Promise<void> {
    for (const blob of new Set(blobs)) {
      const original = await this.blobs.find({ organizationId: fromOrganizationId, blob });
      if (!original) continue;
      await this.recordBlob({ organizationId: toOrganizationId, blob }, original.size, original.contentType);
      const target = blobKey(toOrganizationId, blob);
      if ((await this.backend.stat(target)) === original.size) continue;
      await this.backend.copy(blobKey(fromOrganizationId, blob), target);
    }
  }

  /** Removes a blob at once, whoever refers to it. */
  async delete(organizationId: string, blob: string): Promise<void> {
    await this.blobs.remove({ organizationId, blob }, this.clock.now());
    await this.backend.delete(blobKey(organizationId, blob));
    await this.blobs.finishRemoval({ organizationId, blob });
  }

  /** Writes a small object, reads it again and deletes it. @returns the milliseconds of each. @throws where one does not work. */
  async measure(): Promise<{ writeMs: number; readMs: number; deleteMs: number }> {
    const key = `.probes/${newId()}`;
    const bytes = Buffer.from(key);
    const begun = performance.now();
    await this.backend.write(key, bytes);
    const written = performance.now();
    const opened = await this.backend.open(key);
    if (!opened) throw new Error('A probe that was written cannot be read.');
    const read = await readAll(opened.stream);
    const readAt = performance.now();
    await this.backend.delete(key);
    if (!read.equals(bytes)) throw new Error('A probe came back changed.');
    return { writeMs: written - begun, readMs: readAt - written, deleteMs: performance.now() - readAt };
  }

  private async putBytes(
    organizationId: string,
    bytes: Uint8Array,
    contentType: string,
    maxSize: number,
  ): Promise<StoredBlob> {
    if (bytes.byteLength > maxSize) throw tooLarge(maxSize);
    const blob = createHash('sha256').update(bytes).digest('hex');
    await this.recordBlob({ organizationId, blob }, bytes.byteLength, contentType);
    const key = blobKey(organizationId, blob);
    if ((await this.backend.stat(key)) !== bytes.byteLength) await this.backend.write(key, bytes);
    return { blob, size: bytes.byteLength };
  }

  /** Records the blob before its bytes are written, so that garbage collection leaves them alone from here on. */
  private async recordBlob(key: { organizationId: string; blob: string }, size: number, contentType: string) {
    while (!(await this.blobs.touch(key, size, contentType, this.clock.now()))) await sleep(200);
  }

  private async spoolStream(source: Readable, maxSize: number): Promise<StoredBlob & { path: string }> {
    await mkdir(this.backend.spoolFolder, { recursive: true });
    const path = join(this.backend.spoolFolder, newId());
    const hash = createHash('sha256');
    let size = 0;
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        hash.update(chunk);
        done(size > maxSize ? tooLarge(maxSize) : null, chunk);
      },
    });
    try {
      await pipeline(source, meter, createWriteStream(path, { flags: 'wx', mode: 0o640 }));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { path, blob: hash.digest('hex'), size };
  }

  /** Readiness is asked every few seconds; one probe answers all questions of an interval. */
  private checkReadiness(): Promise<void> {
    const at = Date.now();
    if (!this.lastProbe || at - this.lastProbe.at > PROBE_INTERVAL_MS) {
      const outcome = this.measure().then(() => undefined);
      this.lastProbe = { at, outcome };
      outcome.catch(() => (this.lastProbe = undefined));
    }
    return this.lastProbe.outcome;
  }
}

function tooLarge(maxSize: number): PayloadTooLarge {
  return new PayloadTooLarge(`The file is larger than the limit of ${maxSize} bytes.`);
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
