import { copyFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DataFolderInUse } from './errors.js';
import { InstanceLock } from './instance-lock.js';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-lock-'));
  path = join(folder, 'bindery.lock');
});
afterEach(() => rm(folder, { recursive: true }));

const acquire = (at = path) => InstanceLock.acquire(at, '/data');

async function edit(change: (holder: Record<string, unknown>) => Record<string, unknown>): Promise<void> {
  // Written in place, so that the file's inode stays what the lock says.
  const holder = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  await writeFile(path, JSON.stringify(change(holder)));
}

it('the lock of a data folder has one holder, and is free after release', async () => {
  const lock = await acquire();
  await expect(acquire()).rejects.toThrow(DataFolderInUse);
  await lock.release();
  await (await acquire()).release();
});

it('the lock of a dead process goes to exactly one of many rivals', async () => {
  await writeFile(path, '');
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => acquire()));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
});

it('the lock of a data folder is void when another process has the id of its holder', async () => {
  await acquire();
  await edit((holder) => ({ ...holder, identity: 'another boot 4026531836 1 123', signOfLife: undefined }));
  await expect(acquire()).resolves.toBeInstanceOf(InstanceLock);
});

it('the lock of a data folder is void when its holder is dead', async () => {
  await acquire();
  await edit((holder) => ({ ...holder, pid: 4_194_303, signOfLife: 'gone' }));
  await expect(acquire()).resolves.toBeInstanceOf(InstanceLock);
});

it.runIf(process.platform !== 'win32')(
  'the lock of a data folder is valid for a holder in another container',
  async () => {
    const lock = await acquire();
    await edit((holder) => ({ ...holder, identity: 'another pid:[4026532000] 1 123' }));
    await expect(acquire()).rejects.toThrow(DataFolderInUse);
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
  },
);

it('the lock of a data folder is void in a copy of the folder, and valid after a move', async () => {
  await acquire();
  const copy = join(folder, 'copy.lock');
  await copyFile(path, copy);
  await acquire(copy);
  const moved = join(folder, 'moved.lock');
  await rename(path, moved);
  await expect(acquire(moved)).rejects.toThrow(DataFolderInUse);
});

it('the release of a lost lock leaves that of its successor', async () => {
  const first = await acquire();
  await edit((holder) => ({ ...holder, pid: 4_194_303, signOfLife: 'gone' }));
  const second = await acquire();
  await first.release();
  await expect(acquire()).rejects.toThrow(DataFolderInUse);
  await second.release();
});
