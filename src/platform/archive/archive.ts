import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { ArchiveError } from './archive-error.js';
import { IGNORED, safePath } from './archive-path.js';

export { ArchiveError };

const MAX_FILES = 50_000;
const MAX_BYTES = 2 * 1024 * 1024 * 1024;
export interface UnpackOptions {
  /** Larger files are left out, and told of. */
  maxFileSize?: number;
  onSkipped?: (path: string) => void;
}

/** Runs `work` with a temporary folder that is gone afterwards, whatever happened. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Unpacks a gzip-compressed tar into a folder: ordinary files only, and nothing outside the folder. Answers the number
 * of files.
 * @throws ArchiveError for damaged or too large archives, and for paths that lead out of the folder.
 */
export async function unpack(
  source: Readable,
  folder: string,
  { maxFileSize = Infinity, onSkipped }: UnpackOptions = {},
): Promise<number> {
  const entries = extract();
  const feeding = pipeline(source, createGunzip(), entries).catch((error: unknown) =>
    entries.destroy(error as Error),
  );
  let count = 0;
  let bytes = 0;
  try {
    for await (const entry of entries) {
      const { name, type, size } = entry.header;
      const path = safePath(name);
      if (type !== 'file' || path === '' || IGNORED.test(path)) {
        entry.resume();
        continue;
      }
      count += 1;
      bytes += size;
      if (count > MAX_FILES) throw new ArchiveError(`The archive has more than ${MAX_FILES} files.`);
      if (bytes > MAX_BYTES) throw new ArchiveError('The archive is larger than 2 GB when unpacked.');
      if (size > maxFileSize) {
        onSkipped?.(path);
        entry.resume();
        continue;
      }
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true });
      await pipeline(entry, createWriteStream(target, { mode: 0o600 }));
    }
    await feeding;
    return count;
  } catch (error) {
    source.destroy();
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError('The body is not a complete tar archive compressed with gzip.');
  }
}

export interface ArchiveEntry {
  path: string;
  /** Content, or where to read it and how long it is. */
  content: string | Buffer | { open(): Promise<Readable>; size: number };
}

/** Packs entries into a gzip-compressed tar while they are made; an error ends the stream with it. */
export function packArchive(entries: AsyncIterable<ArchiveEntry>, now: Date): Gzip {
  const tar = pack();
  const gzip = createGzip({ level: 6 });
  const write = async (): Promise<void> => {
    for await (const { path, content } of entries) {
      const header = { name: path, mtime: now, mode: 0o644 };
      if (typeof content === 'string' || Buffer.isBuffer(content)) {
        await new Promise<void>((done, fail) =>
          tar.entry(header, content, (error) => (error ? fail(error) : done())),
        );
        continue;
      }
      const source = await content.open();
      const entry = tar.entry({ ...header, size: content.size });
      await pipeline(source, entry);
    }
    tar.finalize();
  };
  write().catch((error: unknown) => tar.destroy(error as Error));
  void pipeline(tar, gzip).catch((error: unknown) => gzip.destroy(error as Error));
  return gzip;
}
