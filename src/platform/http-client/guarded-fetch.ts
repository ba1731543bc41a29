import { lookup as dnsLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { PassThrough, type Readable, Transform, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/env.js';
import { isPublicAddress } from './public-address.js';

export type FetchFailure = 'address' | 'unreachable' | 'timeout' | 'redirects' | 'too-large' | 'status';

/** A fetch that did not succeed; the message is a sentence part safe to show: "the server answered 404". */
export class FetchFailed extends Error {
  constructor(
    readonly reason: FetchFailure,
    message: string,
    readonly status?: number,
  ) {
    super(message);
    this.name = 'FetchFailed';
  }
}

export interface FetchOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Largest body to accept, after decompression. */
  maxBytes: number;
  /** For the whole exchange with its redirects, the body included; 15 seconds when absent. */
  timeoutMs?: number;
  /** 5 when absent. */
  maxRedirects?: number;
  /** Answer other statuses than 2xx instead of failing. */
  anyStatus?: boolean;
  /** Answer these statuses too. */
  acceptStatus?: readonly number[];
  /** Breaks the exchange off. */
  signal?: AbortSignal;
}

export interface FetchAnswer {
  status: number;
  /** The address that answered, after redirects. */
  url: string;
  headers: http.IncomingHttpHeaders;
  /** Fails with FetchFailed past the size or time limit. The caller must read it to its end or destroy it. */
  body: Readable;
}

/** Means the machine itself, whatever a name server says. */
const OWN_NAME = /(^|\.)localhost\.?$/;

/**
 * The one client for addresses that came from outside. Only http and https, and only to public addresses unless
 * ALLOW_PRIVATE_NETWORK is set. The address that is checked is the address that is connected to: names are resolved
 * once, in the connection's own lookup, so a name that changes its mind between check and use gains nothing. Every
 * redirect is checked the same way.
 */
@Injectable()
export class GuardedFetch {
  constructor(private readonly config: Config) {}

  /** @throws FetchFailed; see its reasons. */
  async fetch(address: string, options: FetchOptions): Promise<FetchAnswer> {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 15_000);
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    let url = this.parse(address);
    let request = options;
    for (let hops = options.maxRedirects ?? 5; ; hops--) {
      const response = await this.send(url, request, signal);
      const next = redirectTarget(url, response);
      if (next === undefined) return answer(url, response, options, signal);
      response.destroy();
      if (hops === 0) throw new FetchFailed('redirects', 'the server redirects too often');
      request = redirected(request, response.statusCode!, url, (url = this.parse(next)));
    }
  }

  /** As `fetch`, with the whole body in memory. */
  async fetchBytes(address: string, options: FetchOptions): Promise<FetchAnswer & { bytes: Buffer }> {
    const fetched = await this.fetch(address, options);
    const chunks: Buffer[] = [];
    for await (const chunk of fetched.body) chunks.push(chunk as Buffer);
    return { ...fetched, bytes: Buffer.concat(chunks) };
  }

  /** The address, when it may be asked as far as its letters say. @throws FetchFailed */
  parse(address: string): URL {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      throw new FetchFailed('address', 'only http and https addresses can be fetched');
    }
    if (url.username || url.password) {
      throw new FetchFailed('address', 'an address with a user name or password in it is not fetched');
    }
    this.requireAllowedName(url.hostname.replace(/^\[|\]$/g, ''));
    return url;
  }

  /**
   * A connection for a protocol that is not HTTP, under the same rules: the address that is connected to is the one that was
   * checked.
   * @throws FetchFailed `address`, `timeout` or `unreachable`.
   */
  async connect(host: string, port: number, options: { timeoutMs: number }): Promise<Socket> {
    this.requireAllowedName(host);
    const signal = AbortSignal.timeout(options.timeoutMs);
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, lookup: this.lookup, noDelay: true });
      const fail = (error: unknown): void => {
        socket.destroy();
        reject(describe(error, signal));
      };
      const expire = (): void => fail(undefined);
      signal.addEventListener('abort', expire, { once: true });
      socket.once('error', fail);
      socket.once('connect', () => {
        signal.removeEventListener('abort', expire);
        if (!this.isAllowed(socket.remoteAddress ?? '')) return fail(notPublic());
        socket.off('error', fail);
        resolve(socket);
      });
    });
  }

  /** A literal address is connected to without any lookup. */
  private requireAllowedName(host: string): void {
    if (isIP(host) && !this.isAllowed(host)) throw notPublic();
    if (OWN_NAME.test(host) && !this.isAllowed('127.0.0.1')) throw notPublic();
  }

  /** True when a connection to this IP address is allowed. */
  protected isAllowed(address: string): boolean {
    return this.config.allowPrivateNetwork || isPublicAddress(address);
  }

  private send(url: URL, options: FetchOptions, signal: AbortSignal): Promise<http.IncomingMessage> {
    const client = url.protocol === 'https:' ? https : http;
    return new Promise((resolve, reject) => {
      const request = client.request(url, {
        method: options.method ?? 'GET',
        headers: { 'user-agent': 'Bindery', 'accept-encoding': 'gzip, deflate, br', ...options.headers },
        lookup: this.lookup,
        // A new connection, because the address of a pooled one was checked for another purpose.
        agent: new client.Agent({ keepAlive: false }),
        signal,
      });
      request.on('socket', (socket: Socket) => {
        socket.once('connect', () => {
          if (!this.isAllowed(socket.remoteAddress ?? '')) request.destroy(notPublic());
        });
      });
      request.on('response', resolve);
      // Without a listener the connection is closed, and nobody is told.
      request.on('upgrade', (_answer, socket) => {
        socket.destroy();
        reject(describe(undefined, signal));
      });
      request.on('error', (error) => reject(describe(error, signal)));
      request.end(options.body);
    });
  }

  /** Resolves a name for a connection and hands over only addresses that may be connected to. */
  private readonly lookup: LookupFunction = (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const usable = found.filter((entry) => this.isAllowed(entry.address));
      const [first] = usable;
      if (!first) callback(notPublic(), []);
      else if (options.all) callback(null, usable);
      else callback(null, first.address, first.family);
    });
  };
}

function redirectTarget(url: URL, response: http.IncomingMessage): string | undefined {
  const { location } = response.headers;
  if (!location || ![301, 302, 303, 307, 308].includes(response.statusCode ?? 0)) return undefined;
  return URL.canParse(location, url) ? new URL(location, url).href : location;
}

/** Headers that hold no secret, whatever they say. */
const HARMLESS = /^(accept(-.*)?|content-(type|encoding|language)|git-protocol|if-.*|range|user-agent)$/i;

/**
 * Follows browsers: 303, and 301 and 302 after a POST, continue as GET; headers that may hold secrets stay with their
 * origin.
 */
function redirected(options: FetchOptions, status: number, from: URL, to: URL): FetchOptions {
  const becomesGet =
    (status === 303 && options.method !== 'HEAD') || (status < 303 && options.method === 'POST');
  const headers = Object.entries(options.headers ?? {}).filter(
    ([name]) =>
      (from.origin === to.origin || HARMLESS.test(name)) && !(becomesGet && /^content-/i.test(name)),
  );
  const next = { ...options, headers: Object.fromEntries(headers) };
  return becomesGet ? { ...next, method: 'GET', body: undefined } : next;
}

function answer(
  url: URL,
  response: http.IncomingMessage,
  options: FetchOptions,
  signal: AbortSignal,
): FetchAnswer {
  const status = response.statusCode ?? 0;
  const isWanted = options.anyStatus || (status >= 200 && status < 300);
  if (!isWanted && !options.acceptStatus?.includes(status)) {
    response.destroy();
    throw new FetchFailed('status', `the server answered ${status}`, status);
  }
  const announced = Number(response.headers['content-length'] ?? 0);
  if (announced > options.maxBytes) {
    response.destroy();
    throw tooLarge(options.maxBytes);
  }
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > options.maxBytes ? tooLarge(options.maxBytes) : null, chunk);
    },
    destroy(error, done) {
      done(error && describe(error, signal));
    },
  });
  // The outcome reaches the reader through the last stream of the line.
  pipeline(response, decoder(response.headers['content-encoding']), meter, () => undefined);
  return { status, url: url.href, headers: response.headers, body: meter };
}

function decoder(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return new PassThrough();
  }
}

function describe(error: unknown, signal: AbortSignal): Error {
  if (error instanceof FetchFailed) return error;
  if (signal.aborted) return new FetchFailed('timeout', 'the server took too long to answer');
  return new FetchFailed('unreachable', 'the server cannot be reached or broke off');
}

function notPublic(): FetchFailed {
  return new FetchFailed('address', 'the address is not a public one');
}

function tooLarge(maxBytes: number): FetchFailed {
  return new FetchFailed('too-large', `the answer is larger than ${maxBytes} bytes`);
}
