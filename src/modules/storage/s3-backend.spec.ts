import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectBytes, FakeS3 } from '../../../test/support/s3-server.js';
import type { BlobBackend } from './blob-backend.js';
import { FolderBackend } from './folder-backend.js';
import { S3Backend } from './s3-backend.js';
import { parseStorageUrl } from './storage-url.js';

const s3 = new FakeS3();
const backends: Record<string, BlobBackend> = {};

beforeAll(async () => {
  const endpoint = await s3.start();
  const target = parseStorageUrl(
    `s3://key:s%2Fcret@files/some/prefix?endpoint=${encodeURIComponent(endpoint)}`,
  );
  if (target.kind !== 's3') throw new Error('expected a bucket');
  backends['bucket'] = new S3Backend(target.settings);
  backends['folder'] = new FolderBackend(await mkdtemp(join(tmpdir(), 'blobs-')));
});
afterAll(async () => {
  await (backends['bucket'] as S3Backend).close();
  await s3.stop();
});

describe.each(['folder', 'bucket'])('the storage in a %s', (name) => {
  const key = 'org/ab/cd/abcd';
  const bytes = Buffer.from('0123456789');

  it('keeps bytes and returns them, whole or in part', async () => {
    const backend = backends[name]!;
    expect(await backend.stat(key)).toBeNull();
    expect(await backend.open(key)).toBeNull();
    await backend.write(key, bytes);
    expect(await backend.stat(key)).toBe(10);
    const whole = await backend.open(key);
    expect(whole?.size).toBe(10);
    expect(await collectBytes(whole!.stream)).toEqual(bytes);
    const part = await backend.open(key, { start: 2, end: 4 });
    expect(part?.size).toBe(10);
    expect((await collectBytes(part!.stream)).toString()).toBe('234');
  });

  it('moves a local file into it', async () => {
    const backend = backends[name]!;
    const path = join(await mkdtemp(join(tmpdir(), 'spool-')), 'x');
    await writeFile(path, 'streamed');
    await backend.moveFromSpool('org/s/t/st', path, 8);
    expect((await collectBytes((await backend.open('org/s/t/st'))!.stream as Readable)).toString()).toBe(
      'streamed',
    );
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('copies and deletes files', async () => {
    const backend = backends[name]!;
    expect(await backend.copy(key, 'other/ab/cd/abcd')).toBe(true);
    expect(await backend.copy('org/no/ne/none', 'other/no/ne/none')).toBe(false);
    await backend.delete(key);
    await backend.delete(key);
    expect(await backend.stat(key)).toBeNull();
    expect(await backend.stat('other/ab/cd/abcd')).toBe(10);
  });
});

describe('STORAGE_URL of the storage', () => {
  it('gives the credentials for signing and the prefix of the keys', () => {
    expect([...s3.objects.keys()]).toContain('/files/some/prefix/other/ab/cd/abcd');
    expect(s3.authorizations.every((header) => header.startsWith('AWS4-HMAC-SHA256 Credential=key/'))).toBe(
      true,
    );
  });

  it('may name a folder, or a bucket without credentials', () => {
    expect(parseStorageUrl('file:/data/my files')).toEqual({ kind: 'folder', folder: '/data/my files' });
    expect(parseStorageUrl('file:///data/my%20files')).toEqual({ kind: 'folder', folder: '/data/my files' });
    const target = parseStorageUrl('s3://bucket?region=eu-central-1');
    expect(target).toMatchObject({
      settings: { bucket: 'bucket', prefix: '', client: { region: 'eu-central-1', forcePathStyle: false } },
    });
    expect(target).not.toHaveProperty('settings.client.credentials');
    expect(() => parseStorageUrl('https://bucket')).toThrow(/STORAGE_URL/);
  });
});
