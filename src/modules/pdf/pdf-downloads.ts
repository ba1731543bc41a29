import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { sendBody } from '#modules/publishing/index.js';
import { SiteAddress } from '#modules/sites/index.js';
import { Downloads } from '#modules/storage/index.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { notYet, patienceOf } from './not-yet.js';
import { PdfExports, PdfFailed } from './pdf-exports.service.js';
import { PdfLinks } from './pdf-links.js';

/** Proxies give up on requests after a minute or so. */
const WAIT_MS = 50_000;

/** Sends PDF files under their signed addresses, and waits for those that are still being made. */
@Injectable()
export class PdfDownloads {
  constructor(
    private readonly links: PdfLinks,
    private readonly exports: PdfExports,
    private readonly downloads: Downloads,
    private readonly address: SiteAddress,
  ) {}

  /** @throws Forbidden for an address that is altered or has expired, NotFound, PdfFailed. */
  async send(token: string, name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const link = this.links.verify(token, name);
    if (!link)
      throw new Forbidden('This address of a PDF is not valid or has expired; ask for the PDF again.');
    const { organizationId, exportId: id, secondsLeft } = link;
    const found = await this.exports.wait({ organizationId, id }, patienceOf(request.headers, WAIT_MS));
    if (!found) throw new NotFound('PDF');
    if (found.state === 'failed') throw new PdfFailed(found.error ?? 'The PDF could not be made.');
    if (found.blob === null) {
      const assetsBase = this.address.assetsBase();
      return sendBody(notYet(request.headers, { assetsBase }), request, response);
    }
    const file = { organizationId, blob: found.blob, contentType: 'application/pdf', name, secondsLeft };
    await this.downloads.send(file, request, response);
  }
}
