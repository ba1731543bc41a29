import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import type { BlobBackend, ByteRange } from './blob-backend.js';

type Sdk = typeof import('@aws-sdk/client-s3');

export interface S3Settings {
  bucket: string;
  /** In front of every key, without slashes at its ends; may be empty. */
  prefix: string;
  client: S3ClientConfig;
}

/** Values as objects of one bucket. The client is loaded on first use: it is large, and folders do not need it. */
export class S3Backend implements BlobBackend {
  readonly spoolFolder = join(tmpdir(), 'bindery-incoming');
  private loaded?: Promise<{ sdk: Sdk; client: S3Client }>;

  constructor(private readonly settings: S3Settings) {}

  async write(key: string, bytes: Uint8Array): Promise<void> {
    const { sdk, client } = await this.load();
    const input = { ...this.at(key), Body: bytes, ContentLength: bytes.byteLength };
    await client.send(new sdk.PutObjectCommand(input));
  }

  async moveFromSpool(key: string, path: string, size: number): Promise<void> {
    const { sdk, client } = await this.load();
    try {
      const input = { ...this.at(key), Body: createReadStream(path), ContentLength: size };
      await client.send(new sdk.PutObjectCommand(input));
    } finally {
      await rm(path, { force: true });
    }
  }

  async stat(key: string): Promise<number | null> {
    const { sdk, client } = await this.load();
    const head = await orNull(client.send(new sdk.HeadObjectCommand(this.at(key))));
    return head && (head.ContentLength ?? 0);
  }

  async open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | null> {
    const { sdk, client } = await this.load();
    const Range = range && `bytes=${range.start}-${range.end}`;
    const answer = await orNull(client.send(new sdk.GetObjectCommand({ ...this.at(key), Range })));
    if (!answer) return null;
    const total = Number(answer.ContentRange?.split('/')[1] ?? answer.ContentLength ?? 0);
    return { stream: answer.Body as Readable, size: total };
  }

  async copy(from: string, to: string): Promise<boolean> {
    const { sdk, client } = await this.load();
    const CopySource = [this.settings.bucket, ...this.at(from).Key.split('/')]
      .map(encodeURIComponent)
      .join('/');
    const copied = await orNull(client.send(new sdk.CopyObjectCommand({ ...this.at(to), CopySource })));
    return copied !== null;
  }

  async delete(key: string): Promise<void> {
    const { sdk, client } = await this.load();
    await client.send(new sdk.DeleteObjectCommand(this.at(key)));
  }

  /** Closes the client's connections. */
  async close(): Promise<void> {
    if (this.loaded) (await this.loaded).client.destroy();
  }

  private at(key: string): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.settings;
    return { Bucket: bucket, Key: prefix === '' ? key : `${prefix}/${key}` };
  }

  private load(): Promise<{ sdk: Sdk; client: S3Client }> {
    return (this.loaded ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: new sdk.S3Client(this.settings.client),
    })));
  }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
    if (name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404) return null;
    throw error;
  }
}
