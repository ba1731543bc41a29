import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Pack, pack } from 'tar-stream';
import { REMOVALS_LOCK, STORED_FILES, type StoredFile, type StoredFiles } from '#modules/storage/index.js';
import type { OpenDatabase } from '#platform/database/open-database.js';
import { connectAlone } from '#platform/database/dedicated-client.js';
import { readVersion } from '#platform/health/version.js';
import {
  BackupError,
  type BackupHeader,
  type BackupManifest,
  type BackupTable,
  fileName,
  HEADER,
  MANIFEST,
  PART_BYTES,
  partName,
} from './backup-format.js';
import { copyOut, describeSnapshot } from './snapshot.js';

const ASK_AGAIN_MS = 200;

export interface BackupSources {
  dataSource: OpenDatabase['dataSource'];
  files: StoredFiles;
}

/** The contents of a backup. */
export interface BackupReport {
  header: BackupHeader;
  manifest: BackupManifest;
  /** Length of the file. */
  bytes: number;
}

/** Told what is being copied. */
export type BackupProgress = (step: string) => void;

/**
 * Writes everything of an installation to one file, while others write to the installation: the database as it is at one moment, and
 * every stored file that it refers to. The file has its name once it is complete.
 * @throws BackupError where there is such a file already.
 */
export async function writeBackup(
  target: string,
  { dataSource, files }: BackupSources,
  progress: BackupProgress = () => undefined,
): Promise<BackupReport> {
  if (await stat(target).catch(() => null)) throw new BackupError(`There is a file ${target} already.`);
  await mkdir(dirname(target), { recursive: true });
  const growing = `${target}.part`;
  const list = `${target}.files`;
  const client = await connectAlone(dataSource);
  try {
    await requireInstallation(client);
    await keepFiles(client);
    const tar = pack();
    const output = pipeline(tar, createGzip({ level: 4 }), createWriteStream(growing, { mode: 0o600 }));
    const writing = new BackupWriter(tar, client, files, progress).write(list);
    writing.catch((error: unknown) => tar.destroy(error as Error));
    const [contents] = await Promise.all([writing, output]);
    // Without the connection, files may have been removed meanwhile.
    await client.query('select 1');
    await sync(growing);
    await rename(growing, target);
    return { ...contents, bytes: (await stat(target)).size };
  } finally {
    await client.end().catch(() => undefined);
    await Promise.all([growing, list].map((path) => rm(path, { force: true })));
  }
}

async function requireInstallation(client: Client): Promise<void> {
  const { rows } = await client.query("select 1 where to_regclass('public.schema_migrations') is not null");
  if (rows.length === 0) throw new BackupError('There is nothing to back up: the database is empty.');
}

/** Shares the lock with other backups until the connection ends; waits for removals that are under way. */
async function keepFiles(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isMine: boolean }>(
      'select pg_try_advisory_lock_shared($1) as "isMine"',
      [REMOVALS_LOCK],
    );
    if (rows[0]?.isMine) return;
    await pause(ASK_AGAIN_MS);
  }
}

class BackupWriter {
  private readonly manifest: BackupManifest = {
    header: '',
    tables: [],
    files: { count: 0, bytes: 0 },
    missing: [],
    damaged: {},
  };

  constructor(
    private readonly tar: Pack,
    private readonly client: Client,
    private readonly files: StoredFiles,
    private readonly progress: BackupProgress,
  ) {}

  /** @param list path for the list of files, which is as long as there are files. */
  async write(list: string): Promise<{ header: BackupHeader; manifest: BackupManifest }> {
    await this.client.query('begin isolation level repeatable read read only');
    const header = await describeSnapshot(this.client, readVersion());
    const text = Buffer.from(JSON.stringify(header));
    this.manifest.header = digest(text);
    await this.add(HEADER, text);
    for (const [index, table] of header.tables.entries()) {
      this.progress(`Table ${index + 1} of ${header.tables.length}`);
      await this.addTable(table);
    }
    const listing = this.client.query(copyTo(`copy (${STORED_FILES}) to stdout`));
    await pipeline(listing, createWriteStream(list, { mode: 0o600 }));
    // A snapshot that is kept open keeps the database from clearing up.
    await this.client.query('commit');
    for await (const line of createInterface({ input: createReadStream(list) }))
      await this.addFile(JSON.parse(line) as StoredFile & { settled: boolean });
    await this.add(MANIFEST, Buffer.from(JSON.stringify(this.manifest)));
    this.tar.finalize();
    return { header, manifest: this.manifest };
  }

  private async addTable(table: BackupTable): Promise<void> {
    const rows = this.client.query(copyTo(copyOut(table)));
    const parts: string[] = [];
    const addPart = async (chunks: Buffer[]): Promise<void> => {
      const part = Buffer.concat(chunks);
      await this.add(partName(table.name, parts.length), part);
      parts.push(digest(part));
    };
    let waiting: Buffer[] = [];
    let size = 0;
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      waiting.push(chunk);
      size += chunk.length;
      if (size < PART_BYTES) continue;
      await addPart(waiting);
      waiting = [];
      size = 0;
    }
    if (size > 0) await addPart(waiting);
    this.manifest.tables.push({ name: table.name, rows: rows.rowCount, parts });
  }

  private async addFile({ settled, ...file }: StoredFile & { settled: boolean }): Promise<void> {
    const { files, missing, damaged } = this.manifest;
    const opened = await this.files.open(file);
    if (!opened) {
      if (settled) missing.push(fileName(file));
      return;
    }
    const hash = createHash('sha256');
    const entry = this.tar.entry({ name: fileName(file), size: opened.size, mode: 0o600 });
    const measured = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(opened.stream, measured, entry);
    const found = hash.digest('hex');
    if (found !== file.blob) damaged[fileName(file)] = found;
    files.count += 1;
    files.bytes += opened.size;
    this.progress(`${files.count} files`);
  }

  /** Resolves once the bytes are on their way, so that no more than these are held. */
  private async add(name: string, bytes: Buffer): Promise<void> {
    await pipeline(Readable.from([bytes]), this.tar.entry({ name, size: bytes.length, mode: 0o600 }));
  }
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
