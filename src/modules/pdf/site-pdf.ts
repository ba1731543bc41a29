import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  PDF_PATH,
  PublishedContent,
  type PublishedPlace,
  type ReaderRequest,
  type SiteAnswer,
  type SiteRoute,
  SiteRoutes,
} from '#modules/publishing/index.js';
import { customizationOf, pathOfSpace, SiteAddress } from '#modules/sites/index.js';
import { notYet, patienceOf } from './not-yet.js';
import { PdfExports, WAIT_MS } from './pdf-exports.service.js';

/** Spaces of a site, and their pages, as PDF files, for those who may read them there, where the settings of the site offer that. */
@Injectable()
export class SitePdf implements SiteRoute, OnModuleInit {
  constructor(
    private readonly routes: SiteRoutes,
    private readonly exports: PdfExports,
    private readonly content: PublishedContent,
    private readonly address: SiteAddress,
  ) {}

  onModuleInit(): void {
    this.routes.register(this);
  }

  matches(path: string): boolean {
    return path.startsWith(PDF_PATH);
  }

  async answer(reader: ReaderRequest): Promise<SiteAnswer | null> {
    const { site, headers, siteUrl, visitor } = reader;
    const [siteSpaceId, page, ...rest] = reader.path.slice(PDF_PATH.length).split('/');
    const space = site.spaces.find((one) => one.siteSpaceId === siteSpaceId);
    const customization = space && customizationOf(site, space);
    if (!space || !customization?.pdf.enabled || rest.length > 0) return null;
    // Unsigned claims are left out: their number is unlimited, and each combination would be a separate file.
    const { unsigned: _unsigned, ...claims } = visitor.claims;
    const { organizationId } = site;
    const part = { organizationId, spaceId: space.spaceId, snapshot: space.snapshot, page };
    const made = await this.exports.forReaders(part, claims, patienceOf(headers, WAIT_MS));
    if (made.blob === null) {
      const language = space.language ?? customization.internationalization.locale;
      const assetsBase = this.address.assetsBase(site, siteUrl);
      return notYet(headers, { language, assetsBase, href: await this.hrefOf({ ...reader, space }, page) });
    }
    const file = { organizationId, blob: made.blob, contentType: 'application/pdf', name: made.name };
    return { kind: 'file', file: { ...file, secondsLeft: 0 } };
  }

  /** Address of the page or space as the reader has it open. */
  private async hrefOf(place: PublishedPlace, page: string | undefined): Promise<string | undefined> {
    if (page === undefined) return place.siteBasePath + pathOfSpace(place.space);
    return (await this.content.navigation(place)).find(page)?.href ?? undefined;
  }
}
