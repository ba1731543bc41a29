import { PayloadTooLarge } from '#platform/http/errors.js';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import type { PublishedSite, Visitor } from '#modules/sites/index.js';

/** A request before it is known which site it is for. */
export type IncomingRequest = Omit<SiteRequest, 'path' | 'siteBasePath' | 'siteUrl' | 'hasOwnOrigin'>;

/** A request for something on a site, before it is known whether its sender may have it. */
export interface SiteRequest {
  method: string;
  headers: IncomingHttpHeaders;
  /** Path of the whole address, still percent-encoded. */
  pathname: string;
  /** Path below the site's root, still percent-encoded, without a leading slash. */
  path: string;
  query: URLSearchParams;
  /** Path that the site begins at where it was asked for, with slashes around; links start with it. */
  siteBasePath: string;
  /** Absolute address of `siteBasePath`. */
  siteUrl: string;
  /** Whether scripts of others may run where it is shown. See `SitePlace`. */
  hasOwnOrigin: boolean;
  /** Address of the client; proxies in front are not believed. */
  address: string;
  /** For routes that take a body; see {@link readBody}. */
  message: IncomingMessage;
}

/** The request of a reader who was let in, with the site as they may see it. */
export interface ReaderRequest extends SiteRequest {
  site: PublishedSite;
  visitor: Visitor;
  /** Headers that every answer to this request gets, such as a cookie to remember the reader by. */
  answerHeaders: Record<string, string | string[]>;
}

/**
 * A path below a site's root as it may follow that root in an address: where the root is a single slash, one more would make
 * what comes next another host.
 */
export function localPath(path: string): string {
  return path.replace(/^[/\\]+/, '');
}

/**
 * Reads a body of at most `limit` bytes. What comes after them is passed by, not cut off: the answer would be lost with the
 * connection that somebody is still sending on.
 * @throws PayloadTooLarge
 */
export function readBody({ message }: Pick<SiteRequest, 'message'>, limit = 64 * 1024): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const keep = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limit) return;
      chunks.length = 0;
      message.off('data', keep).resume();
      reject(new PayloadTooLarge(`The body is larger than ${limit} bytes.`));
    };
    finished(message, { writable: false }, (error) =>
      error ? reject(error) : resolve(Buffer.concat(chunks)),
    );
    message.on('data', keep);
  });
}
