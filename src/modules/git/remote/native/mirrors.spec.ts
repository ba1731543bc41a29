import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Mirrors } from './mirrors.js';

describe('mirrors', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'bindery-mirrors-'))));
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const fill = (mirrors: Mirrors, key: string, bytes: number, isHarmless = false, fails = false) =>
    mirrors.use(
      key,
      () => isHarmless,
      (folder) => {
        const before = existsSync(join(folder, 'file'));
        writeFileSync(join(folder, 'file'), Buffer.alloc(bytes));
        return fails ? Promise.reject(new Error('It broke.')) : Promise.resolve(before);
      },
    );

  it('are kept by key, and lost with an error that may have damaged them', async () => {
    const mirrors = new Mirrors(root, 1000);
    expect(await fill(mirrors, 'a', 10)).toBe(false);
    expect(await fill(mirrors, 'a', 10)).toBe(true);
    expect(await fill(mirrors, 'b', 10)).toBe(false);
    await expect(fill(mirrors, 'a', 10, true, true)).rejects.toThrow('It broke.');
    expect(await fill(mirrors, 'a', 10)).toBe(true);
    await expect(fill(mirrors, 'a', 10, false, true)).rejects.toThrow('It broke.');
    expect(await fill(mirrors, 'a', 10)).toBe(false);
    expect(readdirSync(root)).toHaveLength(2);
  });

  it('belong to one user at a time', async () => {
    const mirrors = new Mirrors(root, 1000);
    await fill(mirrors, 'a', 10);
    const both = await Promise.all([fill(mirrors, 'a', 10), fill(mirrors, 'a', 10)]);
    expect(both.toSorted()).toEqual([false, true]);
    expect(await fill(mirrors, 'a', 10)).toBe(true);
  });

  it('give way by their last use, and what was abandoned is removed', async () => {
    const mirrors = new Mirrors(root, 100);
    await fill(mirrors, 'a', 40);
    const [first = ''] = readdirSync(root);
    utimesSync(join(root, first), 1000, 1000);
    await fill(mirrors, 'b', 40);
    const abandoned = mkdtempSync(join(root, 'in-use-'));
    utimesSync(abandoned, 1000, 1000);
    await fill(mirrors, 'c', 40);
    expect(existsSync(abandoned)).toBe(false);
    expect(existsSync(join(root, first))).toBe(false);
    expect(readdirSync(root)).toHaveLength(2);
    await fill(mirrors, 'd', 101);
    expect(await fill(mirrors, 'd', 1)).toBe(false);
  });
});
