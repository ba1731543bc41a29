import { Injectable } from '@nestjs/common';
import { FetchFailed, GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import type { ProcessingErrorCode } from '../openapi-spec.entity.js';
import type { SourceState } from '../openapi.types.js';
import type { FetchFile } from './specification-reader.js';

/** Largest size of a source with the files that it refers to, in bytes. */
export const MAX_SOURCE_SIZE = 10 * 1024 * 1024;
const TOO_LARGE = `The specification, with the files that it refers to, is larger than ${MAX_SOURCE_SIZE / 1024 / 1024} MB; split it into several specifications.`;
const FETCH_TIMEOUT_MS = 30_000;
/** Timeout for all files of a specification together. */
const FILES_TIMEOUT_MS = 60_000;
const ACCEPT = 'application/json, application/yaml, text/yaml, */*;q=0.5';

/** A source, or a file that it refers to, could not be fetched; the message is a sentence for people. */
export class SourceNotFetched extends Error {
  constructor(
    readonly code: ProcessingErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'SourceNotFetched';
  }
}

export interface FetchedSource extends SourceState {
  text: string;
  /** The address after redirects. */
  url: string;
}

/** Fetches specifications and the files that they refer to. */
@Injectable()
export class SourceFetch {
  constructor(private readonly client: GuardedFetch) {}

  /**
   * @param known validators that came with the source at the last reading.
   * @returns null when the source did not change.
   * @throws SourceNotFetched
   */
  async fetch(url: string, known: SourceState): Promise<FetchedSource | null> {
    try {
      const answer = await this.client.fetchBytes(url, {
        headers: { accept: ACCEPT, ...conditions(known) },
        maxBytes: MAX_SOURCE_SIZE,
        timeoutMs: FETCH_TIMEOUT_MS,
        acceptStatus: [304],
      });
      if (answer.status === 304) return null;
      const { etag, 'last-modified': lastModified } = answer.headers;
      return {
        text: answer.bytes.toString('utf8'),
        url: answer.url,
        etag: etag ?? null,
        lastModified: lastModified ?? null,
      };
    } catch (error) {
      throw failureOf(error, 'The specification');
    }
  }

  /**
   * Returns a function that fetches the files of one source, under the same rules and within the same total size.
   * @throws SourceNotFetched from that function.
   */
  filesOf(source: string): FetchFile {
    const deadline = performance.now() + FILES_TIMEOUT_MS;
    let left = MAX_SOURCE_SIZE - Buffer.byteLength(source);
    return async (address, place) => {
      try {
        const { bytes } = await this.client.fetchBytes(address, {
          headers: { accept: ACCEPT },
          maxBytes: Math.max(left, 0),
          timeoutMs: Math.max(Math.min(FETCH_TIMEOUT_MS, deadline - performance.now()), 1),
        });
        left -= bytes.length;
        // Several files are fetched at once, and each may have used all bytes that were left.
        if (left < 0) throw new FetchFailed('too-large', 'all files together are too large');
        return bytes.toString('utf8');
      } catch (error) {
        throw failureOf(error, `${place} refers to ${address}, which`);
      }
    };
  }
}

function conditions({ etag, lastModified }: SourceState): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
}

function failureOf(error: unknown, subject: string): unknown {
  if (!(error instanceof FetchFailed)) return error;
  if (error.reason === 'too-large') return new SourceNotFetched('FETCH_ERROR', TOO_LARGE);
  const code = error.reason === 'timeout' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR';
  return new SourceNotFetched(code, `${subject} could not be fetched: ${error.message}.`);
}
