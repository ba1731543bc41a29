import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { SiteAddress } from '#modules/sites/index.js';
import { Downloads } from '#modules/storage/index.js';
import { DomainError } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { runWithContext } from '#platform/logging/context.js';
import { Logger } from '#platform/logging/logger.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { ASSETS_PATH, findAsset } from './assets.js';
import { CONTENT_SECURITY_POLICY } from './content-security-policy.js';
import { renderNotice } from './pages/render-page.js';
import { type HtmlAnswer, SitePages } from './site-pages.js';

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // Browsers keep the page and ask whether it is still the one: a merge shows on the next view.
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
};

/** Takes requests for sites and their assets from the HTTP server before the API's framework sees them: readers need none of it. */
@Injectable()
export class SiteRequests {
  constructor(
    private readonly address: SiteAddress,
    private readonly pages: SitePages,
    private readonly downloads: Downloads,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** Answers the request and returns true, or returns false when it is not for a site. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const [path, query] = splitOnce(request.url ?? '', '?');
    const assetPath = this.assetPath(path);
    const target = assetPath === null ? this.address.parse(request.headers.host, path) : null;
    if (assetPath === null && !target) return false;
    const start = process.hrtime.bigint();
    response.once('finish', () => {
      const seconds = Number(process.hrtime.bigint() - start) / 1e9;
      this.metrics.observeRequest(
        request.method ?? '',
        target ? 'site' : 'asset',
        response.statusCode,
        seconds,
      );
    });
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    } else if (assetPath !== null) {
      sendAsset(assetPath, request, response);
    } else if (target) {
      const requestId = newId();
      response.setHeader('X-Request-Id', requestId);
      void runWithContext({ requestId }, () =>
        this.answer({ ...target, pathname: path, query }, request, response),
      );
    }
    return true;
  }

  private assetPath(path: string): string | null {
    const base = this.address.assetsBase + ASSETS_PATH;
    if (path.startsWith(`${base}/`)) return path.slice(base.length);
    return path.startsWith(`${ASSETS_PATH}/`) ? path.slice(ASSETS_PATH.length) : null;
  }

  private async answer(
    target: { hostname: string; basename: string; path: string | null; pathname: string; query?: string },
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    try {
      if (target.path === null) return redirect(`${target.pathname}/`, target.query, response);
      const answer = await this.pages.answer(target.hostname, target.basename, target.path);
      if (answer.kind === 'redirect') redirect(answer.location, target.query, response);
      else if (answer.kind === 'file') await this.downloads.send(answer.file, request, response);
      else sendHtml(answer, request, response);
    } catch (error) {
      this.fail(error, response);
    }
  }

  private fail(error: unknown, response: ServerResponse): void {
    const status = error instanceof DomainError ? error.status : 500;
    if (status === 500) this.logger.error('A page could not be made', { err: error });
    if (response.headersSent) return void response.destroy();
    const title = status === 404 ? 'Nothing here' : 'Something went wrong';
    const message =
      status === 500 ? 'The page could not be made. Please try again.' : (error as Error).message;
    response
      .writeHead(status, PAGE_HEADERS)
      .end(renderNotice({ title, message, assetsBase: this.address.assetsBase }));
  }
}

function sendHtml(answer: HtmlAnswer, request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['if-none-match'] === answer.etag) {
    response.writeHead(304, { ...PAGE_HEADERS, ETag: answer.etag }).end();
    return;
  }
  const isGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const body = isGzip ? answer.gzip : answer.body;
  const encoding = isGzip ? { 'Content-Encoding': 'gzip' } : {};
  response.writeHead(answer.status, {
    ...PAGE_HEADERS,
    ...encoding,
    ETag: answer.etag,
    'Content-Length': body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function sendAsset(path: string, request: IncomingMessage, response: ServerResponse): void {
  const asset = findAsset(path);
  if (!asset) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'Content-Type': asset.contentType,
    'Content-Length': asset.body.length,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
  });
  response.end(request.method === 'HEAD' ? undefined : asset.body);
}

function redirect(location: string, query: string | undefined, response: ServerResponse): void {
  const [address, fragment] = splitOnce(location, '#');
  const target = `${address}${query ? `?${query}` : ''}${fragment ? `#${fragment}` : ''}`;
  response.writeHead(307, { Location: target, 'Cache-Control': 'no-cache' }).end();
}

function splitOnce(text: string, separator: string): [string, string?] {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
