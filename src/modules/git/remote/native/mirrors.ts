import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const MB = 1024 * 1024;
/** One that has more packs is made anew. */
const MAX_PACKS = 100;
/** Nobody uses a folder any more that a killed process took so long ago. */
const ABANDONED_MS = 24 * 3_600_000;
const IN_USE = 'in-use-';

/**
 * Repositories that are kept on this machine so that only what is new has to be fetched. Whoever uses one takes it away by renaming its
 * folder, and puts it back whole: no two processes ever have the same one, and one that somebody was killed with is lost, which costs time only.
 */
export class Mirrors {
  constructor(
    private readonly root: string,
    private readonly maxBytes: number,
  ) {}

  /**
   * Runs `work` with the folder that was kept under the key, or an empty one.
   * @param isHarmless says of what `work` throws that the folder is as good as before.
   */
  async use<T>(
    key: string,
    isHarmless: (error: unknown) => boolean,
    work: (folder: string) => Promise<T>,
  ): Promise<T> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    const home = join(this.root, createHash('sha256').update(key).digest('hex'));
    const mine = await mkdtemp(join(this.root, IN_USE));
    const folder = join(mine, 'mirror');
    await rename(home, folder).catch(() => mkdir(folder));
    try {
      const result = await work(folder);
      await this.putBack(folder, home);
      return result;
    } catch (error) {
      if (isHarmless(error)) await this.putBack(folder, home);
      throw error;
    } finally {
      await rm(mine, { recursive: true, force: true });
    }
  }

  private async putBack(folder: string, home: string): Promise<void> {
    const { bytes, packs } = await measure(folder);
    if (bytes > this.maxBytes || packs > MAX_PACKS) return;
    const now = new Date();
    await utimes(folder, now, now);
    // Another process may have put its own there meanwhile; either will do.
    await rename(folder, home).catch(() => undefined);
    await this.evict();
  }

  /** Removes those that were used least recently until the rest fits, and what was abandoned. */
  private async evict(): Promise<void> {
    const kept: { path: string; usedAt: number; bytes: number }[] = [];
    for (const name of await readdir(this.root)) {
      const path = join(this.root, name);
      const usedAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
      if (!name.startsWith(IN_USE)) kept.push({ path, usedAt, bytes: (await measure(path)).bytes });
      else if (Date.now() - usedAt > ABANDONED_MS) await rm(path, { recursive: true, force: true });
    }
    let sum = 0;
    for (const { path, bytes } of kept.sort((a, b) => b.usedAt - a.usedAt)) {
      sum += bytes;
      if (sum > this.maxBytes) await rm(path, { recursive: true, force: true });
    }
  }
}

export const cacheBytes = (megabytes: number): number => megabytes * MB;

async function measure(folder: string): Promise<{ bytes: number; packs: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let [bytes, packs] = [0, 0];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
    if (entry.name.endsWith('.pack')) packs += 1;
  }
  return { bytes, packs };
}
