import { Injectable } from '@nestjs/common';
import { ANYBODY, type PublishedSite, visibleTo } from '#modules/sites/index.js';
import type { ReaderRequest, SiteRequest } from './reader-request.js';
import type { SiteAnswer } from './site-answer.js';

export type Admitted =
  { kind: 'admitted'; reader: ReaderRequest } | { kind: 'refused'; answer: SiteAnswer | null };

/** Decides who may read a site, and as whom. The only way from a request to a site's content. */
@Injectable()
export class Admission {
  /** A refusal without an answer looks as if there was no site. */
  admit(site: PublishedSite, request: SiteRequest): Promise<Admitted> {
    if (site.visibility !== 'public' && site.visibility !== 'unlisted') {
      return Promise.resolve({ kind: 'refused', answer: null });
    }
    const visitor = ANYBODY;
    const reader = {
      ...request,
      site: visibleTo(visitor, site),
      visitor,
      answerHeaders: {},
    };
    return Promise.resolve({ kind: 'admitted', reader });
  }
}
