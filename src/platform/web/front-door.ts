import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/env.js';
import { ClientAddress } from '../http/client-address.js';
import { type DomainError, retryAfterOf, tellable } from '../http/errors.js';
import { newId } from '../ids/ids.js';
import { type LogContext, runWithContext } from '../logging/context.js';
import { Logger } from '../logging/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { nameRequestSpan, requestSpan } from '../telemetry/telemetry.js';

/** Answers requests that the router of the API does not take: for pages, files of sites and scripts of integrations. */
export interface WebHandler {
  /** Answers the request, or calls `next` when it is for a later handler or for the API. */
  handle(message: IncomingMessage, response: ServerResponse, next: () => void): void;
}

interface Visit {
  context?: Partial<LogContext>;
  /** Writes the answer for an error; null for one whose text is not for clients. */
  fail: (error: DomainError | null) => unknown;
}

/**
 * The way of requests that do not reach the API's framework, which would be the larger half of what a page costs. Every
 * handler counts, names and reports its requests by these functions.
 */
@Injectable()
export class FrontDoor {
  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly clients: ClientAddress,
  ) {}

  /** Puts handlers before what answers the requests of a server so far; the first handler is asked first. */
  mount(server: Server, handlers: readonly WebHandler[]): void {
    const [api] = server.listeners('request') as RequestListener[];
    if (!api) throw new Error('The server has no listener for requests yet.');
    server.removeAllListeners('request');
    server.on('request', (message, response) => {
      const pass = ([handler, ...others]: readonly WebHandler[]): void =>
        handler ? handler.handle(message, response, () => pass(others)) : api(message, response);
      pass(handlers);
    });
  }

  /** Path and query of a request below PUBLIC_URL, whose own path proxies strip or not. */
  addressOf({ url = '' }: IncomingMessage): string {
    const base = this.config.basePath;
    return base !== '' && url.startsWith(`${base}/`) ? url.slice(base.length) : url;
  }

  /** Does the work of a request with an id, in a log context; `fail` answers when the work throws. */
  run(message: IncomingMessage, response: ServerResponse, visit: Visit, work: () => Promise<void>): void {
    const requestId = newId();
    response.setHeader('X-Request-Id', requestId);
    const address = this.clients.of(message);
    const context = { requestId, address, userAgent: message.headers['user-agent'], ...visit.context };
    void runWithContext(context, async () => {
      try {
        await work();
      } catch (error) {
        await this.report(error, response, visit);
      }
    });
  }

  /** Counts the answer in the metrics, under the name of a kind of requests. */
  measure(message: IncomingMessage, response: ServerResponse, kind: string): void {
    const start = process.hrtime.bigint();
    const span = requestSpan();
    response.once('finish', () => {
      nameRequestSpan(span, message.method ?? '', kind);
      const seconds = Number(process.hrtime.bigint() - start) / 1e9;
      this.metrics.observeRequest(message.method ?? '', kind, response.statusCode, seconds);
    });
  }

  private async report(error: unknown, response: ServerResponse, { fail }: Visit): Promise<void> {
    const known = tellable(error);
    if ((known?.status ?? 500) >= 500) this.logger.error('A request for a page failed', { err: error });
    if (response.headersSent) return void response.destroy();
    const retryAfter = retryAfterOf(known);
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
    await fail(known);
  }
}
