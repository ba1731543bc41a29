import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  PDF_PATH,
  type ReaderRequest,
  type SiteAnswer,
  type SiteRoute,
  SiteRoutes,
} from '#modules/publishing/index.js';
import { customizationOf } from '#modules/sites/index.js';
import { PdfExports } from './pdf-exports.service.js';

const RETRY_SECONDS = 5;

/** Spaces of a site as PDF files, for those who may read them there, where the settings of the site offer that. */
@Injectable()
export class SitePdf implements SiteRoute, OnModuleInit {
  constructor(
    private readonly routes: SiteRoutes,
    private readonly exports: PdfExports,
  ) {}

  onModuleInit(): void {
    this.routes.register(this);
  }

  matches(path: string): boolean {
    return path.startsWith(PDF_PATH);
  }

  async answer({ site, path, visitor }: ReaderRequest): Promise<SiteAnswer | null> {
    const space = site.spaces.find(({ siteSpaceId }) => siteSpaceId === path.slice(PDF_PATH.length));
    if (!space || !customizationOf(site, space).pdf.enabled) return null;
    // What readers only say of themselves is left out: each of endless claims would be a file of its own.
    const { unsigned: _unsigned, ...claims } = visitor.claims;
    const { organizationId } = site;
    const made = await this.exports.forReaders({ ...space, organizationId }, claims);
    if (made.blob === null) return notYet();
    const file = { organizationId, blob: made.blob, contentType: 'application/pdf', name: made.name };
    return { kind: 'file', file: { ...file, secondsLeft: 0 } };
  }
}

function notYet(): SiteAnswer {
  const headers = { 'Retry-After': RETRY_SECONDS, 'Content-Type': 'text/plain; charset=utf-8' };
  return {
    kind: 'custom',
    send: (_, response) =>
      void response
        .writeHead(202, headers)
        .end('The PDF is still being made; please ask again in a moment.\n'),
  };
}
