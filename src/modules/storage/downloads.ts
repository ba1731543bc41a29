import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { DomainError, NotFound } from '#platform/http/errors.js';
import { downloadHeaders, parseRange } from './download-headers.js';
import type { SignedFile } from './signed-urls.js';
import { Storage } from './storage.js';

/** Sends stored files: fresh copies, parts of them, and the headers that keep them from doing harm. */
@Injectable()
export class Downloads {
  constructor(private readonly storage: Storage) {}

  /**
   * Answers the request with the file, as a stream. Whether the caller may have it was decided before.
   * Headers already set on the response win over those that a file has by itself.
   * @param file `secondsLeft` is how long caches may keep it.
   * @throws NotFound when the bytes are gone, DomainError (416) for a range outside of the file.
   */
  async send(
    file: SignedFile & { secondsLeft: number },
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const headers = { ...downloadHeaders(file), ...response.getHeaders() };
    if (isFresh(request, headers.ETag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const size = await this.storage.stat(file.organizationId, file.blob);
    if (size === null) throw new NotFound('file');
    const isPartWanted =
      request.headers['if-range'] === undefined || request.headers['if-range'] === headers.ETag;
    const range = isPartWanted ? parseRange(request.headers.range, size) : undefined;
    if (range === null) {
      response.setHeader('Content-Range', `bytes */${size}`);
      throw new DomainError(416, `The range lies outside of the file's ${size} bytes.`);
    }
    const isHead = request.method === 'HEAD';
    const opened = isHead ? null : await this.storage.open(file.organizationId, file.blob, range);
    if (!isHead && !opened) throw new NotFound('file');
    const part = range ? { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` } : {};
    const length = range ? range.end - range.start + 1 : size;
    response.writeHead(range ? 206 : 200, { ...headers, ...part, 'Content-Length': length });
    if (opened) await pipeline(opened.stream, response).catch(ignoreClosedConnection);
    else response.end();
  }
}

function isFresh(request: IncomingMessage, etag: string): boolean {
  const seen = request.headers['if-none-match'];
  return seen !== undefined && seen.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** A reader who leaves half way is not an error. */
function ignoreClosedConnection(error: unknown): void {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_STREAM_PREMATURE_CLOSE' && code !== 'ECONNRESET' && code !== 'EPIPE') throw error;
}
