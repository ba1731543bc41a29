import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ArchiveError } from './archive-error.js';
import { IGNORED, safePath } from './archive-path.js';

const LINK = 0o120000;
const TYPE = 0o170000;
const BROKEN = 'The file is not a complete ZIP archive.';

/** Why an entry was left out; `taken` means that an earlier one has its path, `name` that no file can be called so. */
export type ZipSkip = 'too-large' | 'link' | 'taken' | 'name';

export interface UnzipLimits {
  mostFiles: number;
  /** Of all files together, unpacked. */
  mostBytes: number;
  /** Larger files are left out, and told of. */
  maxFileSize: number;
  /** Files that are wanted; all when absent. */
  isWanted?: (path: string) => boolean;
  onSkipped?: (path: string, reason: ZipSkip) => void;
  /** Ends the work. */
  signal?: AbortSignal;
}

/**
 * Unpacks a ZIP file into a folder: ordinary files only, and nothing outside the folder. Sizes that entries declare are
 * not trusted: the unpacked bytes are counted. Answers the paths in the order of the archive.
 * @throws ArchiveError for files that are not ZIP, damaged, encrypted or too large, and for paths that lead out of the
 * folder.
 */
export async function unzip(file: string, folder: string, limits: UnzipLimits): Promise<string[]> {
  // Closed below, once: entries that are not wanted are never read.
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch(() => {
    throw new ArchiveError(BROKEN);
  });
  const paths: string[] = [];
  const left = { bytes: limits.mostBytes };
  try {
    if (zip.entryCount > limits.mostFiles * 2) throw tooMany(limits.mostFiles);
    for await (const entry of zip.eachEntry()) {
      limits.signal?.throwIfAborted();
      const path = wantedPath(entry, limits);
      if (path === undefined) continue;
      if (paths.length >= limits.mostFiles) throw tooMany(limits.mostFiles);
      const refused = await extract(zip, entry, join(folder, path), left).catch((error: unknown) => {
        const reason = refusal(error);
        if (!reason) throw error;
        return reason;
      });
      if (refused) limits.onSkipped?.(path, refused);
      else paths.push(path);
    }
    return paths;
  } catch (error) {
    if (error instanceof ArchiveError || limits.signal?.aborted) throw error;
    throw leadsOut(error)
      ? new ArchiveError('The archive holds a path that leads out of it.')
      : new ArchiveError(BROKEN);
  } finally {
    zip.close();
  }
}

function wantedPath(entry: Entry, limits: UnzipLimits): string | undefined {
  const path = safePath(entry.fileName);
  if (path === '' || entry.fileName.endsWith('/') || IGNORED.test(path)) return undefined;
  if (limits.isWanted && !limits.isWanted(path)) return undefined;
  if (((entry.externalFileAttributes >>> 16) & TYPE) === LINK) {
    limits.onSkipped?.(path, 'link');
    return undefined;
  }
  if (entry.isEncrypted()) throw new ArchiveError('The archive is protected with a password.');
  if (entry.uncompressedSize > limits.maxFileSize) {
    limits.onSkipped?.(path, 'too-large');
    return undefined;
  }
  return path;
}

/**
 * The reason why the file system refuses a path. File systems differ in which names are equal, and in which are valid.
 */
function refusal(error: unknown): ZipSkip | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['EEXIST', 'EISDIR', 'ENOTDIR'].includes(code)) return 'taken';
  return ['ENAMETOOLONG', 'EILSEQ', 'EINVAL'].includes(code) ? 'name' : undefined;
}

async function extract(
  zip: ZipFile,
  entry: Entry,
  target: string,
  left: { bytes: number },
): Promise<undefined> {
  if (!entry.canDecodeFileData())
    throw new ArchiveError(
      `The archive packs "${entry.fileName.slice(0, 200)}" in a way that cannot be read; pack it as an ordinary ZIP.`,
    );
  await mkdir(dirname(target), { recursive: true });
  const source = await zip.openReadStreamPromise(entry);
  let sum = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left.bytes -= chunk.length;
      sum = crc32(chunk, sum);
      done(left.bytes < 0 ? new ArchiveError('The archive is too large when unpacked.') : null, chunk);
    },
  });
  await pipeline(source, meter, createWriteStream(target, { mode: 0o600, flags: 'wx' }));
  if (sum !== entry.crc32)
    throw new ArchiveError(
      `The archive is damaged: "${entry.fileName.slice(0, 200)}" does not fit its checksum.`,
    );
  return undefined;
}

/** The reader refuses such paths before we see them. */
function leadsOut(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return /relative path|absolute path|invalid characters in fileName/.test(message);
}

function tooMany(most: number): ArchiveError {
  return new ArchiveError(`The archive has more than ${most} files.`);
}
