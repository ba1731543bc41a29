import { chmod, mkdir, mkdtemp, readdir, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareBinaries } from './binaries.js';
import type { PostgresPackage } from './package.js';

const PROGRAM = '#!/bin/sh\necho "postgres (PostgreSQL) 18.4"\n';

let base: string;
let source: PostgresPackage;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'bindery-binaries-'));
  await chmod(base, 0o755);
  const native = join(base, 'native');
  for (const folder of ['bin', 'lib/postgresql/pgxs', 'share/postgresql']) {
    await mkdir(join(native, folder), { recursive: true });
  }
  await writeFile(join(native, 'bin/postgres'), PROGRAM, { mode: 0o700 });
  await writeFile(join(native, 'bin/initdb'), 'program', { mode: 0o700 });
  await writeFile(join(native, 'lib/libpq.so.5.18'), 'library', { mode: 0o600 });
  await writeFile(join(native, 'lib/libpq.a'), 'not needed');
  await writeFile(join(native, 'share/postgresql/postgres.bki'), 'catalog', { mode: 0o600 });
  const links = [{ link: 'lib/libpq.so.5', target: 'lib/libpq.so.5.18' }];
  source = { name: 'postgres', version: '18.0.0', native, links };
});
afterEach(() => rm(base, { recursive: true }));

it('two processes make one complete copy of the binaries, which is used again', async () => {
  const target = join(base, 'copies');
  const [one, two] = await Promise.all([
    prepareBinaries(source, [target]),
    prepareBinaries(source, [target]),
  ]);
  expect(one).toEqual(two);
  expect(one.major).toBe(18);
  expect(await readdir(target)).toHaveLength(1);
  expect(await readlink(join(one.native, 'lib/libpq.so.5'))).toBe('libpq.so.5.18');
  expect((await readdir(join(one.native, 'lib'))).toSorted()).toEqual([
    'libpq.so.5',
    'libpq.so.5.18',
    'postgresql',
  ]);
  await rm(source.native, { recursive: true });
  expect(await prepareBinaries(source, [target])).toEqual(one);
});

it('the copied binaries are readable for the account of the server', async () => {
  const { native: copy } = await prepareBinaries(source, [join(base, 'copies')]);
  expect((await stat(join(copy, 'bin/postgres'))).mode & 0o777).toBe(0o755);
  expect((await stat(join(copy, 'lib/libpq.so.5.18'))).mode & 0o777).toBe(0o644);
});

it('abandoned copies of the binaries are deleted, and unfinished ones stay', async () => {
  const target = join(base, 'copies');
  const name = `postgresql-18.0.0-${process.platform}-${process.arch}`;
  for (const suffix of ['old', 'new'])
    await mkdir(join(target, `${name}.${suffix}.tmp`), { recursive: true });
  await utimes(join(target, `${name}.old.tmp`), 0, 0);
  await prepareBinaries(source, [target]);
  expect((await readdir(target)).toSorted()).toEqual([name, `${name}.new.tmp`]);
});

it('the copy goes to the next folder when the first is not writable, and fails when none is', async () => {
  const blocked = join(base, 'file');
  await writeFile(blocked, '');
  const { native: copy } = await prepareBinaries(source, [join(blocked, 'x'), join(base, 'copies')]);
  expect(copy.startsWith(join(base, 'copies'))).toBe(true);
  await expect(prepareBinaries(source, [join(blocked, 'x')])).rejects.toThrow(
    /cannot be copied to .*DATABASE_URL/,
  );
});

it('the copy goes to another disk where programs may not run, but a program that cannot run is not copied', async () => {
  await mkdir(join(source.native, 'lib/libpq.so.5'));
  const target = join(base, 'copies');
  await chmod(join(source.native, 'bin/postgres'), 0o600);
  expect((await prepareBinaries(source, [target])).native).toContain(target);
  await writeFile(join(source.native, 'bin/postgres'), 'exit 1', { mode: 0o700 });
  await chmod(join(source.native, 'bin/postgres'), 0o700);
  await expect(prepareBinaries(source, [target])).rejects.toThrow(/another kind of processor/);
});

it.runIf(process.geteuid?.() === 0)(
  'the copy includes files that the account may not read, and the package is used in place where it can',
  async () => {
    const stranger = { uid: 4_000_000, gid: 4_000_000, name: 'stranger' };
    await writeFile(join(source.native, 'lib/libpq.so.5'), 'present');
    const { native: copy } = await prepareBinaries(source, [join(base, 'copies')], stranger);
    expect(copy).not.toBe(source.native);
    expect(await prepareBinaries({ ...source, native: copy }, [join(base, 'other')], stranger)).toEqual({
      native: copy,
      major: 18,
    });
  },
);
