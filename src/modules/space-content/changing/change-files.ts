import { Injectable } from '@nestjs/common';
import { lookup } from 'mime-types';
import type { FileRecord } from '#modules/content/index.js';
import { MAX_FILE_SIZE, Storage, type StoredBlob, Uploads } from '#modules/storage/index.js';
import { BadRequest, PayloadTooLarge } from '#platform/http/errors.js';
import { FetchFailed, GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { newId } from '#platform/ids/ids.js';
import type { FileBytesInput, InsertFileInput } from './change-inputs.dto.js';

const MAX_INLINE_SIZE = 1024 * 1024;
const FALLBACK_TYPE = 'application/octet-stream';
/** The three ways to hand a file over. */
const SOURCES = ['url', 'base64', 'key'] as const;

/** True if the input hands a file over. */
export function hasBytes(input: FileBytesInput): boolean {
  return SOURCES.some((name) => input[name] !== undefined);
}

/** Stores the files of a batch, before any transaction. */
@Injectable()
export class ChangeFiles {
  constructor(
    private readonly storage: Storage,
    private readonly uploads: Uploads,
    private readonly http: GuardedFetch,
  ) {}

  /**
   * Stores one file: from the body, from an upload, or from its address.
   * @param at path of the input in the request, for error messages.
   * @throws BadRequest naming the field when the file is not available.
   */
  async store(
    { organizationId, userId }: { organizationId: string; userId: string },
    input: InsertFileInput,
    at: string,
    now: Date,
  ): Promise<FileRecord> {
    if (SOURCES.filter((name) => input[name] !== undefined).length !== 1) {
      throw new BadRequest(`${at} needs one of url, base64 and key.`);
    }
    const { stored, contentType } =
      input.url !== undefined
        ? await this.storeFetched(organizationId, input, input.url, at)
        : input.key !== undefined
          ? await this.findUploaded(organizationId, userId, input, input.key, at)
          : await this.storeInline(organizationId, input, at);
    const dimensions = await this.storage.measureImage(organizationId, stored.blob, contentType);
    return {
      id: newId(),
      name: input.name,
      contentType,
      size: stored.size,
      blob: stored.blob,
      createdAt: now.toISOString(),
      ...(dimensions ? { dimensions } : {}),
    };
  }

  private async findUploaded(
    organizationId: string,
    userId: string,
    input: InsertFileInput,
    key: string,
    at: string,
  ): Promise<{ stored: StoredBlob; contentType: string }> {
    const found = await this.uploads.requireUpload(
      organizationId,
      userId,
      'content_file',
      [key],
      `${at}.key`,
    );
    const { blob, size, contentType } = found[0]!;
    return { stored: { blob, size }, contentType: input.contentType ?? contentType };
  }

  private async storeInline(organizationId: string, input: InsertFileInput, at: string) {
    const text = input.base64 ?? '';
    if (input.contentType === undefined) throw new BadRequest(`${at}.contentType is required with base64.`);
    if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
      throw new BadRequest(`${at}.base64 is not base64.`);
    }
    const bytes = Buffer.from(text, 'base64');
    if (bytes.length > MAX_INLINE_SIZE) throw new BadRequest(`${at}.base64 must hold at most 1 MB.`);
    const stored = await this.storage.put(organizationId, bytes, { contentType: input.contentType });
    return { stored, contentType: input.contentType };
  }

  private async storeFetched(organizationId: string, input: InsertFileInput, url: string, at: string) {
    try {
      const answer = await this.http.fetch(url, { maxBytes: MAX_FILE_SIZE, timeoutMs: 30_000 });
      const contentType = input.contentType ?? mediaType(answer.headers['content-type'], input.name);
      const stored: StoredBlob = await this.storage.put(organizationId, answer.body, { contentType });
      return { stored, contentType };
    } catch (error) {
      if (error instanceof FetchFailed) throw new BadRequest(`${at}.url: ${error.message}.`);
      if (error instanceof PayloadTooLarge) throw new BadRequest(`${at}.url: ${error.message}`);
      throw error;
    }
  }
}

/** The type that the server gives, unless it gives none or the one for "anything". */
function mediaType(header: string | undefined, name: string): string {
  const given = header?.trim() ?? '';
  const isUseful = /^[\w.+-]+\/[\w.+-]+(\s*;[\x20-\x7e]*)?$/.test(given) && !given.startsWith(FALLBACK_TYPE);
  return isUseful ? given : lookup(name) || FALLBACK_TYPE;
}
