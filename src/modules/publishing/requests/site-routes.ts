import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { ReaderRequest } from './reader-request.js';
import type { SiteAnswer } from './site-answer.js';

/** Something on every site that is no page: search, a feed, a file for machines. */
export interface SiteRoute {
  /** Methods it takes; GET and HEAD when absent. */
  methods?: readonly string[];
  /** Whether the path below the site's root is its business, asked with these headers. Cheap: it is asked for every request. */
  matches(path: string, headers: IncomingHttpHeaders): boolean;
  /** What the reader gets; null when there is nothing at this address after all, and pages are asked. */
  answer(request: ReaderRequest): Promise<SiteAnswer | null>;
}

/** Where the parts of sites that are no pages are registered, by this module and by later ones. */
@Injectable()
export class SiteRoutes {
  private readonly routes: SiteRoute[] = [];

  register(route: SiteRoute): void {
    this.routes.push(route);
  }

  find(path: string, headers: IncomingHttpHeaders): SiteRoute | undefined {
    return this.routes.find((route) => route.matches(path, headers));
  }
}
