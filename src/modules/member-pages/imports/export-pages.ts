import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { GitSync } from '#modules/git/index.js';
import { PdfExports } from '#modules/pdf/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { ContentContexts } from '#modules/space-content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';

/** After that, the address of the file shows a page that waits. */
const PATIENCE_MS = 1_000;
const ROUTE = { scopes: ['space:content:read'] } as const;

/** Downloads of the content of a space. */
@Injectable()
export class ExportPages {
  constructor(
    private readonly spaces: Spaces,
    private readonly contexts: ContentContexts,
    private readonly git: GitSync,
    private readonly pdf: PdfExports,
  ) {}

  /** All pages and files as a compressed folder. @throws NotFound */
  @AppRoute('/s/:space/~/export', ROUTE)
  async archive({ actor, params: { space: spaceId = '' } }: MemberRequest): Promise<SiteAnswer> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const name = encodeURIComponent(`${space.title || 'space'}.tar.gz`);
    const headers = {
      'Content-Type': 'application/gzip',
      'Content-Disposition': `attachment; filename="${spaceId}.tar.gz"; filename*=UTF-8''${name}`,
    };
    return {
      kind: 'custom',
      send: async (message, response) => {
        if (message.method === 'HEAD') return void response.writeHead(200, headers).end();
        const archive = await this.git.exportArchive(actor, spaceId);
        response.writeHead(200, headers);
        await pipeline(archive, response);
      },
    };
  }

  /** The PDF of the space, or of the page that `?page=` names. @throws NotFound, BadRequest when there is nothing to print. */
  @AppRoute('/s/:space/~/pdf', ROUTE)
  async print({ actor, params: { space = '' }, query }: MemberRequest): Promise<SiteAnswer> {
    const page = query.get('page') ?? '';
    const context = await this.contexts.current(actor, space);
    const location = await this.pdf.link(context, page === '' ? {} : { page, only: true }, PATIENCE_MS);
    return { kind: 'redirect', status: 303, location, isComplete: true };
  }
}
