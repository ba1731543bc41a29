import { PayloadTooLarge } from '#platform/http/errors.js';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import type { PublishedSite, Visitor } from '#modules/sites/index.js';

/** A request before its site is known. */
export type IncomingRequest = Omit<SiteRequest, 'path' | 'siteBasePath' | 'siteUrl' | 'hasOwnOrigin'>;

/** A request to a site, before its sender is admitted. */
export interface SiteRequest {
  method: string;
  headers: IncomingHttpHeaders;
  /** Path of the whole address, percent-encoded. */
  pathname: string;
  /** Path below the site's root, percent-encoded, without a leading slash. */
  path: string;
  query: URLSearchParams;
  /** Path of the site's root at the requested address, with slashes at both ends; links start with it. */
  siteBasePath: string;
  /** Absolute address of `siteBasePath`. */
  siteUrl: string;
  /** True if scripts of integrations may run at this address. See `SitePlace`. */
  hasOwnOrigin: boolean;
  /** IP address of the client; headers of proxies are not trusted. */
  address: string;
  /** The HTTP message, for routes that read a body; see {@link readBody}. */
  message: IncomingMessage;
}

/** The request of an admitted reader, with the site as the reader may see it. */
export interface ReaderRequest extends SiteRequest {
  site: PublishedSite;
  visitor: Visitor;
  /** Headers for every answer to this request, such as a cookie with the reader's token. */
  answerHeaders: Record<string, string | string[]>;
}

/**
 * A path below a site's root without leading slashes: after a root that is a single slash, one more slash would turn
 * the next segment into a host.
 */
export function localPath(path: string): string {
  return path.replace(/^[/\\]+/, '');
}

/**
 * Reads a body of at most `limit` bytes. The bytes beyond are read and dropped: closing the connection while the client
 * is still sending would lose the answer.
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
