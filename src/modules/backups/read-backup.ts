import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import type { StoredFile } from '#modules/storage/index.js';
import {
  BackupError,
  type BackupHeader,
  type BackupManifest,
  FORMAT,
  HEADER,
  MANIFEST,
  PART_BYTES,
  partName,
} from './backup-format.js';
import type { BackupProgress, BackupReport } from './write-backup.js';

interface Entry extends AsyncIterable<unknown> {
  header: Header;
}

/** Room for the lists of the header and the manifest. */
const MOST_BYTES = 256 * 1024 * 1024;
const FILE = /^files\/([\w-]+)\/([0-9a-f]{64})$/;
const NAME = /^[a-z_][a-z0-9_]*$/;
const NEWLINE = 10;

/** Takes the parts of a backup while they are read. Their sums are known to be right at the end only. */
export interface BackupVisitor {
  begin?(header: BackupHeader): Promise<void>;
  rows?(table: string, part: Buffer): Promise<void>;
  /** After the last table. */
  endRows?(): Promise<void>;
  file?(file: StoredFile, size: number, source: Readable): Promise<void>;
}

/**
 * Reads a backup from its first to its last byte and checks all sums and counts.
 * @throws BackupError where it is damaged, cut off, or no backup.
 */
export async function readBackup(
  path: string,
  visitor: BackupVisitor = {},
  progress: BackupProgress = () => undefined,
): Promise<BackupReport> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new BackupError(`There is no file ${path}.`);
  const { entries, feeding, source } = openArchive(path);
  const reader = new BackupReader(path, visitor);
  try {
    for await (const entry of entries) {
      progress(reader.position);
      await reader.take(entry);
    }
    await feeding;
    return { ...reader.finish(), bytes: found.size };
  } catch (error) {
    throw readable(path, error);
  } finally {
    source.destroy();
  }
}

/**
 * Reads only the first part of a backup: what it is of. Nothing is known of the rest.
 * @throws BackupError for another file, or a later format.
 */
export async function readBackupHeader(path: string): Promise<BackupHeader> {
  const { entries, source } = openArchive(path);
  try {
    for await (const entry of entries)
      if (entry.header.name === HEADER) return headerOf(await wholeOf(path, entry, MOST_BYTES));
      else break;
  } catch (error) {
    throw readable(path, error);
  } finally {
    source.destroy();
  }
  throw new BackupError(`${path} is no backup of Bindery.`);
}

function openArchive(path: string) {
  const entries = extract();
  const source = createReadStream(path);
  const feeding = pipeline(source, createGunzip(), entries).catch((error: unknown) =>
    entries.destroy(error as Error),
  );
  return { entries, feeding, source };
}

class BackupReader {
  private header: BackupHeader | undefined;
  private headerSum = '';
  private manifest: BackupManifest | undefined;
  private readonly tables = new Map<string, { rows: number; parts: string[] }>();
  private readonly files = { count: 0, bytes: 0 };
  private readonly wrong: Record<string, string> = {};
  private inFiles = false;

  constructor(
    private readonly path: string,
    private readonly visitor: BackupVisitor,
  ) {}

  get position(): string {
    return this.inFiles ? `${this.files.count} files` : `Table ${this.tables.size}`;
  }

  async take(entry: Entry): Promise<void> {
    const { name } = entry.header;
    if (!this.header) {
      if (name !== HEADER) throw new BackupError(`${this.path} is no backup of Bindery.`);
      const text = await this.whole(entry, MOST_BYTES);
      this.headerSum = digest(text);
      this.header = headerOf(text);
      for (const table of this.header.tables) this.tables.set(table.name, { rows: 0, parts: [] });
      await this.visitor.begin?.(this.header);
    } else if (this.manifest) throw this.damaged('it goes on after its end');
    else if (name.startsWith('database/') && !this.inFiles) await this.takePart(entry);
    else await this.takeAfterRows(entry);
  }

  /** The first and the last part of the backup. @throws BackupError where a sum or a count is not right. */
  finish(): { header: BackupHeader; manifest: BackupManifest } {
    const { header, manifest } = this;
    if (!header) throw new BackupError(`${this.path} is no backup of Bindery.`);
    if (!manifest) throw this.damaged('its end is missing');
    if (manifest.header !== this.headerSum) throw this.damaged('its first part was changed');
    for (const { name, rows, parts } of manifest.tables) {
      const found = this.tables.get(name);
      if (found?.rows !== rows || found.parts.join() !== parts.join())
        throw this.damaged(`the rows of ${name} were changed`);
    }
    if (manifest.tables.length !== this.tables.size) throw this.damaged('tables are missing');
    const { count, bytes } = manifest.files;
    if (count !== this.files.count || bytes !== this.files.bytes) throw this.damaged('files are missing');
    for (const name of new Set([...Object.keys(this.wrong), ...Object.keys(manifest.damaged)]))
      if (this.wrong[name] !== manifest.damaged[name]) throw this.damaged(`${name} was changed`);
    return { header, manifest };
  }

  private async takePart(entry: Entry): Promise<void> {
    const table = entry.header.name.split('/')[1] ?? '';
    const found = this.tables.get(table);
    if (found === undefined || entry.header.name !== partName(table, found.parts.length))
      throw this.damaged(`${entry.header.name} is not in its place`);
    // The last piece of a part may reach over its limit.
    const part = await this.whole(entry, MOST_BYTES + PART_BYTES);
    found.parts.push(digest(part));
    for (let at = part.indexOf(NEWLINE); at >= 0; at = part.indexOf(NEWLINE, at + 1)) found.rows += 1;
    await this.visitor.rows?.(table, part);
  }

  private async takeAfterRows(entry: Entry): Promise<void> {
    if (!this.inFiles) await this.visitor.endRows?.();
    this.inFiles = true;
    const { name } = entry.header;
    if (name === MANIFEST) {
      this.manifest = JSON.parse((await this.whole(entry, MOST_BYTES)).toString()) as BackupManifest;
      return;
    }
    const [, organizationId, blob] = FILE.exec(name) ?? [];
    if (organizationId === undefined || blob === undefined)
      throw this.damaged(`${name} does not belong to it`);
    await this.takeFile(entry, { organizationId, blob });
  }

  private async takeFile(entry: Entry, file: StoredFile): Promise<void> {
    const { name, size } = entry.header;
    const hash = createHash('sha256');
    const measured = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        hash.update(chunk);
        yield chunk;
      }
    };
    const source = Readable.from(measured());
    if (this.visitor.file) await this.visitor.file(file, size, source);
    else for await (const chunk of source) void chunk;
    const found = hash.digest('hex');
    if (found !== file.blob) this.wrong[name] = found;
    this.files.count += 1;
    this.files.bytes += size;
  }

  private whole(entry: Entry, most: number): Promise<Buffer> {
    return wholeOf(this.path, entry, most);
  }

  private damaged(how: string): BackupError {
    return damagedBackup(this.path, how);
  }
}

async function wholeOf(path: string, entry: Entry, most: number): Promise<Buffer> {
  if (entry.header.size > most) throw damagedBackup(path, `${entry.header.name} is too long`);
  const chunks: Buffer[] = [];
  for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function damagedBackup(path: string, how: string): BackupError {
  return new BackupError(`${path} is damaged: ${how}. Use another backup.`);
}

/** Names go into statements, so they are those that tables of Bindery have, and no others. */
function headerOf(text: Buffer): BackupHeader {
  const header = JSON.parse(text.toString()) as BackupHeader;
  if (header.format > FORMAT)
    throw new BackupError(
      `The backup was made by Bindery ${header.version}, which is later than this one: use that version or a later one.`,
    );
  const tables = header.tables.flatMap(({ name, columns }) => [...name.split('.'), ...columns]);
  const sequences = Object.keys(header.sequences).flatMap((name) => name.split('.'));
  const strange = [...tables, ...sequences].find((name) => !NAME.test(name));
  if (strange !== undefined) throw new BackupError('The backup has tables that do not belong to Bindery.');
  return header;
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Errors of what unpacks the file, as a sentence. */
function readable(path: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(message))
    return new BackupError(`${path} ends too early: it was cut off. Use another backup.`);
  if (/incorrect header check/.test(message)) return new BackupError(`${path} is no backup of Bindery.`);
  if (code?.startsWith('Z_') || error instanceof SyntaxError || /invalid tar header/i.test(message))
    return new BackupError(`${path} is damaged: its sums do not fit. Use another backup.`);
  return error;
}
