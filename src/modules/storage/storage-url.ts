import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { S3Settings } from './s3-backend.js';

export type StorageTarget = { kind: 'folder'; folder: string } | { kind: 's3'; settings: S3Settings };

/**
 * Reads `STORAGE_URL`: `file:<folder>` or
 * `s3://[<key>:<secret>@]<bucket>[/<prefix>]?endpoint=<url>&region=<name>&pathStyle=<true|false>`.
 * Without a key in the URL the AWS environment (variables, profile, instance role) decides.
 * @throws Error for an address it cannot read; the text does not repeat the address, which may hold a secret.
 */
export function parseStorageUrl(text: string): StorageTarget {
  if (text.startsWith('file://')) return { kind: 'folder', folder: fileURLToPath(text) };
  if (text.startsWith('file:')) return { kind: 'folder', folder: resolve(text.slice('file:'.length)) };
  const url = new URL(text);
  if (url.protocol !== 's3:' || url.hostname === '') {
    throw new Error('STORAGE_URL must be file:<folder> or s3://<bucket>?endpoint=<url>&region=<name>.');
  }
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  const pathStyle = url.searchParams.get('pathStyle');
  const credentials = url.username
    ? {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      }
    : undefined;
  const region = url.searchParams.get('region') ?? (endpoint ? 'us-east-1' : undefined);
  const client = {
    ...(region ? { region } : {}),
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    // Servers other than Amazon's rarely have a host name for each bucket, and not all know the newer checksums.
    forcePathStyle: pathStyle === null ? endpoint !== undefined : pathStyle === 'true',
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
  };
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return { kind: 's3', settings: { bucket: url.hostname, prefix, client } };
}
