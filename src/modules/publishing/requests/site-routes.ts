import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { ReaderRequest } from './reader-request.js';
import type { SiteAnswer } from './site-answer.js';

/** A route that every site has beside its pages: search, a feed, a file for machines. */
export interface SiteRoute {
  /** Methods of the route; GET and HEAD if absent. */
  methods?: readonly string[];
  /**
   * True if the route handles the path below the site's root with these headers. It has to be cheap, as it is called
   * for every request.
   */
  matches(path: string, headers: IncomingHttpHeaders): boolean;
  /** The answer; null if the address has nothing after all and is to be looked up among the pages. */
  answer(request: ReaderRequest): Promise<SiteAnswer | null>;
}

/** Registry of the routes that sites have beside pages, in this module and in later ones. */
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
