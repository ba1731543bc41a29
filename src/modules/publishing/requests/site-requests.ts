import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AddressClaims, type LocatedSite, SiteAddress, SiteLocator } from '#modules/sites/index.js';
import { Downloads } from '#modules/storage/index.js';
import { clientSignal } from '#platform/http/client-signal.js';
import type { DomainError } from '#platform/http/errors.js';
import { currentContext } from '#platform/logging/context.js';
import { FrontDoor, type WebHandler } from '#platform/web/front-door.js';
import { ASSETS_PATH, findAsset } from '../assets.js';
import { renderNotice } from '../pages/render-page.js';
import { HostRobots } from '../machines/sitemap/host-robots.js';
import { SitePages } from '../site-pages.js';
import { Admission, type Admitted } from './admission.js';
import type { IncomingRequest } from './reader-request.js';
import { body, type BodyAnswer, html, sendBody, type SiteAnswer } from './site-answer.js';
import { SiteRoutes } from './site-routes.js';

const PLAIN_TEXT = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
const READING = ['GET', 'HEAD'];

/** Handles requests for sites and their assets before the framework of the API, which readers do not need. */
@Injectable()
export class SiteRequests implements WebHandler {
  constructor(
    private readonly address: SiteAddress,
    private readonly locator: SiteLocator,
    private readonly claims: AddressClaims,
    private readonly admission: Admission,
    private readonly routes: SiteRoutes,
    private readonly pages: SitePages,
    private readonly robots: HostRobots,
    private readonly downloads: Downloads,
    private readonly door: FrontDoor,
  ) {}

  /** Answers a request for a site; other requests go on to `next`. */
  handle(message: IncomingMessage, response: ServerResponse, next: () => void): void {
    const [pathname, query] = splitOnce(message.url ?? '', '?');
    const assetPath = this.assetPath(pathname);
    if (assetPath !== null) {
      this.door.measure(message, response, 'asset');
      return sendAsset(assetPath, message, response);
    }
    const { targets, isApi } = this.address.resolve(message.headers.host, pathname);
    const pass = (): void => {
      message.url = this.address.withoutPrefix(message.url ?? '');
      next();
    };
    const isForApi = isApi && !this.robots.matches(pathname);
    if (targets.length === 0 && isForApi) return pass();
    const visit = {
      context: { clientSignal: clientSignal(response) },
      fail: (error: DomainError | null) => this.fail(error, message, response),
    };
    this.door.run(message, response, visit, async () => {
      const proof = await this.claims.challengeAt(message.headers.host, targets);
      if (proof !== null) return sendBody(body(200, proof, PLAIN_TEXT), message, response);
      const located = await this.locator.locate(targets, pathname);
      if (!located && isForApi) return pass();
      if (located) currentContext().organization = located.site.organizationId;
      this.door.measure(message, response, 'site');
      const incoming = incomingRequest(message, pathname, query, currentContext().address);
      const admitted =
        (await this.admission.admitPreview(targets, incoming)) ??
        (located && (await this.admitTo(located, incoming)));
      const answer = admitted
        ? await this.answer(admitted, response)
        : ((await this.robots.answer(targets, pathname)) ?? this.nothing());
      const isPreview = admitted?.kind === 'admitted' && admitted.reader.visitor.isPreview === true;
      await this.send(isPreview ? this.framed(answer) : answer, query, message, response);
    });
  }

  private async admitTo(located: LocatedSite, incoming: IncomingRequest): Promise<Admitted> {
    const { site, moved, ...place } = located;
    const admitted = await this.admission.admit(site, { ...incoming, ...place });
    if (moved === null || (admitted.kind === 'refused' && !admitted.answer)) return admitted;
    // The new address gets the same path and query, and admits the same readers.
    return { kind: 'refused', answer: { kind: 'redirect', location: moved } };
  }

  private async answer(admitted: Admitted, response: ServerResponse): Promise<SiteAnswer> {
    if (admitted.kind === 'refused') return admitted.answer ?? this.nothing();
    const { reader } = admitted;
    for (const [name, value] of Object.entries(reader.answerHeaders)) response.setHeader(name, value);
    const route = this.routes.find(reader.path, reader.headers);
    const methods = route?.methods ?? READING;
    if (!methods.includes(reader.method)) return notAllowed(methods);
    return (await route?.answer(reader)) ?? (await this.pages.answer(reader)) ?? this.nothing();
  }

  private async send(
    answer: SiteAnswer,
    query: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (answer.kind === 'body') sendBody(answer, request, response);
    else if (answer.kind === 'file') await this.downloads.send(answer.file, request, response);
    else if (answer.kind === 'custom') await answer.send(request, response);
    else {
      const location = answer.isComplete ? answer.location : withQuery(answer.location, query);
      response
        .writeHead(answer.status ?? 307, {
          Location: location,
          'Cache-Control': 'no-cache',
          ...response.getHeaders(),
          ...answer.headers,
        })
        .end();
    }
  }

  /**
   * Previews are shown in frames of the app, which may be at another origin. The frames have no origin, so that nothing in them
   * reaches the session; the address alone lets fonts and search in.
   */
  private framed(answer: SiteAnswer): SiteAnswer {
    if (answer.kind !== 'body') return answer;
    const policy = answer.headers['Content-Security-Policy']?.replace(
      "frame-ancestors 'self'",
      `frame-ancestors 'self' ${this.address.appOrigin}`,
    );
    const headers = { ...answer.headers, 'Access-Control-Allow-Origin': '*' };
    return {
      ...answer,
      headers: policy === undefined ? headers : { ...headers, 'Content-Security-Policy': policy },
    };
  }

  private assetPath(path: string): string | null {
    // Assets may be below any path, because servers in front of a site add different prefixes.
    const start = path.indexOf(`${ASSETS_PATH}/`);
    return start < 0 ? null : path.slice(start + ASSETS_PATH.length);
  }

  /** The same answer whether the site never existed, is not published, or lacks the file, so that it reveals nothing. */
  private nothing(): BodyAnswer {
    const message = 'There is no published site at this address. It may have been moved or closed.';
    return html(404, renderNotice({ title: 'Nothing here', message, assetsBase: this.address.assetsBase() }));
  }

  private fail(error: DomainError | null, request: IncomingMessage, response: ServerResponse): void {
    const status = error?.status ?? 500;
    const title = status === 404 ? 'Nothing here' : 'Something went wrong';
    const message = error?.message ?? 'The page could not be made. Please try again.';
    const page = renderNotice({ title, message, assetsBase: this.address.assetsBase() });
    sendBody(html(status, page), request, response);
  }
}

function incomingRequest(
  message: IncomingMessage,
  pathname: string,
  query: string | undefined,
  address = '',
): IncomingRequest {
  return {
    method: message.method ?? 'GET',
    headers: message.headers,
    pathname,
    query: new URLSearchParams(query),
    address,
    message,
  };
}

function notAllowed(methods: readonly string[]): SiteAnswer {
  return {
    kind: 'custom',
    send: (_, response) => void response.writeHead(405, { Allow: methods.join(', ') }).end(),
  };
}

function sendAsset(path: string, request: IncomingMessage, response: ServerResponse): void {
  const asset = findAsset(path);
  if (!READING.includes(request.method ?? '')) {
    response.writeHead(405, { Allow: READING.join(', ') }).end();
    return;
  }
  if (!asset) {
    response.writeHead(404).end();
    return;
  }
  const zipped = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? '')) ? asset.gzip : undefined;
  const bytes = zipped ?? asset.body;
  response.writeHead(200, {
    'Content-Type': asset.contentType,
    ...(zipped ? { 'Content-Encoding': 'gzip' } : {}),
    ...(asset.gzip ? { Vary: 'Accept-Encoding' } : {}),
    'Content-Length': bytes.length,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function withQuery(location: string, query: string | undefined): string {
  const [address, fragment] = splitOnce(location, '#');
  const more = query && `${address.includes('?') ? '&' : '?'}${query}`;
  return `${address}${more || ''}${fragment ? `#${fragment}` : ''}`;
}

function splitOnce(text: string, separator: string): [string, string?] {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
