import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { OpenApiBlocks } from '#modules/openapi/index.js';
import type { PublishedPlace } from '../../published-content.js';
import type { ReaderRequest } from '../../requests/reader-request.js';
import type { SiteAnswer } from '../../requests/site-answer.js';
import type { SiteRoute } from '../../requests/site-routes.js';
import { type ListedPage, ListedPages } from '../listed-pages.js';
import { PageMarkdown } from '../markdown/page-markdown.js';
import { fingerprint, servesAgents } from '../site-for-machines.js';

export const LLMS_FULL_PATH = 'llms-full.txt';
const PATHS = /^llms-full\.txt(?:\/([1-9]\d{0,5}))?$/;
/** Pages in one text, which bounds the cost of one request. */
const PAGES_OF_PART = 250;

interface PlacedPage {
  place: PublishedPlace;
  page: ListedPage;
}

/**
 * All pages of a site in one text for language models, split into parts on large sites. The text is written page by
 * page as fast as it is read, so that the memory needed is that of the longest page.
 */
@Injectable()
export class LlmsFullRoute implements SiteRoute {
  constructor(
    private readonly listed: ListedPages,
    private readonly markdown: PageMarkdown,
    private readonly reference: OpenApiBlocks,
  ) {}

  matches(path: string): boolean {
    return PATHS.test(path);
  }

  async answer(reader: ReaderRequest): Promise<SiteAnswer | null> {
    const { site, path, siteUrl } = reader;
    if (!servesAgents(site)) return null;
    const part = Number(PATHS.exec(path)?.[1] ?? 1);
    const spaces = await this.listed.listBySpace(reader);
    const pages = spaces.flatMap(({ place, pages: own }) => own.map((page) => ({ place, page })));
    const parts = Math.max(1, Math.ceil(pages.length / PAGES_OF_PART));
    if (part > parts) return null;
    const specifications = await this.reference.stateOf(site.organizationId);
    const headers = {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      // The text is not known before it is written, but the versions of all its sources are.
      ETag: `W/"${fingerprint(site.version, siteUrl, specifications, part)}"`,
    };
    const own = pages.slice((part - 1) * PAGES_OF_PART, part * PAGES_OF_PART);
    const next = part < parts ? `${siteUrl}${LLMS_FULL_PATH}/${part + 1}` : null;
    return {
      kind: 'custom',
      send: (request, response) => send(request, response, headers, () => this.texts(own, next)),
    };
  }

  private async *texts(pages: PlacedPage[], next: string | null): AsyncGenerator<string> {
    for (const { place, page } of pages) yield `${await this.markdown.section(place, page)}\n`;
    if (next) yield `The text goes on at <${next}>.\n`;
  }
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
  texts: () => AsyncGenerator<string>,
): Promise<void> {
  // Headers set before are specific to the reader, so they win.
  const all = { ...headers, ...response.getHeaders() };
  if (request.headers['if-none-match'] === headers['ETag']) return void response.writeHead(304, all).end();
  const isCompressed = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  response.writeHead(200, { ...all, ...(isCompressed ? { 'Content-Encoding': 'gzip' } : {}) });
  if (request.method === 'HEAD') return void response.end();
  const source = Readable.from(texts(), { highWaterMark: 1 });
  try {
    await (isCompressed ? pipeline(source, createGzip(), response) : pipeline(source, response));
  } catch (error) {
    // Readers may close the connection before the end.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
