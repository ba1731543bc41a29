import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { newId } from '#platform/ids/ids.js';
import type { BlobBackend, ByteRange } from './blob-backend.js';

const DAY_MS = 86_400_000;

/** Values as files below one folder. A value appears by a rename, so readers and crashes never see half of one. */
export class FolderBackend implements BlobBackend {
  readonly spoolFolder: string;

  constructor(private readonly root: string) {
    this.spoolFolder = join(root, '.incoming');
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.spoolFolder, { recursive: true });
    const path = join(this.spoolFolder, newId());
    const file = await open(path, 'wx', 0o640);
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    await this.moveFromSpool(key, path);
  }

  async moveFromSpool(key: string, path: string): Promise<void> {
    const target = join(this.root, key);
    await mkdir(dirname(target), { recursive: true });
    await sync(path);
    await rename(path, target);
    // The rename itself survives a power cut only when the folder that holds the name is on disk too.
    await sync(dirname(target));
  }

  async stat(key: string): Promise<number | null> {
    return orNull(stat(join(this.root, key)).then((entry) => entry.size));
  }

  async open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | null> {
    const file = await orNull(open(join(this.root, key), 'r'));
    if (!file) return null;
    try {
      const { size } = await file.stat();
      return { stream: createReadStream('', { fd: file, ...range }), size };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async copy(from: string, to: string): Promise<boolean> {
    await mkdir(this.spoolFolder, { recursive: true });
    const path = join(this.spoolFolder, newId());
    const copied = await orNull(copyFile(join(this.root, from), path).then(() => true));
    if (!copied) return false;
    await this.moveFromSpool(to, path);
    return true;
  }

  async delete(key: string): Promise<void> {
    await rm(join(this.root, key), { force: true });
  }

  /** Removes what interrupted uploads left behind more than a day before `now`. */
  async sweep(now: Date): Promise<void> {
    for (const name of (await orNull(readdir(this.spoolFolder))) ?? []) {
      const path = join(this.spoolFolder, name);
      const modified = await orNull(stat(path).then((entry) => entry.mtimeMs));
      if (modified !== null && modified < now.getTime() - DAY_MS) await rm(path, { force: true });
    }
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
