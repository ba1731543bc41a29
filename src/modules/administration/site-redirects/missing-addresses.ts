import { Injectable } from '@nestjs/common';
import { AggregateEvents } from '#modules/insights/index.js';
import { decodePath, SiteAddress, SiteRedirects } from '#modules/sites/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { SitePageIndex } from '../sites/site-page-index.js';

const DAY = 24 * 60 * 60_000;
/** Days that the list looks back. */
export const DAYS = 28;
/** Addresses that are read, the most wanted first; those that lead somewhere by now are left out of them. */
const READ = 200;
const SHOWN = 20;

/** An address of a site at which readers found no page. */
export interface MissingAddress {
  /** Path below the site's root, percent-encoded, with a leading slash. */
  path: string;
  views: number;
}

/**
 * Finds the addresses at which readers met the page that says that nothing is there. That page reports a view like any other, only
 * without a page of a space.
 */
@Injectable()
export class MissingAddresses {
  constructor(
    private readonly events: AggregateEvents,
    private readonly redirects: SiteRedirects,
    private readonly address: SiteAddress,
    private readonly clock: Clock,
  ) {}

  /** Lists the addresses of the last weeks that still lead nowhere, the most wanted first; the caller has checked that the member sees the site. */
  async list(index: SitePageIndex): Promise<MissingAddress[]> {
    const { site } = index;
    if (!site) return [];
    const counts = new Map<string, number>();
    for (const [url, views] of await this.viewsWithoutPage(index)) {
      const path = URL.canParse(url) ? this.address.pathOn(site, new URL(url)) : null;
      const bare = path?.replace(/^\/+|\/+$/g, '') ?? '';
      // Addresses that begin so are no pages: the server itself answers them.
      if (bare === '' || bare.startsWith('~') || decodePath(bare) === null) continue;
      if (index.at(bare) || index.spaceAt(bare)) continue;
      counts.set(bare, (counts.get(bare) ?? 0) + views);
    }
    const { organizationId, siteId } = site;
    const decoded = [...counts.keys()].map((path) => decodePath(path) ?? path);
    const covered = await this.redirects.findCovered(organizationId, siteId, decoded);
    return [...counts]
      .filter(([path]) => !covered.has(decodePath(path) ?? path))
      .map(([path, views]) => ({ path: `/${path}`, views }))
      .sort((one, other) => other.views - one.views)
      .slice(0, SHOWN);
  }

  /** Addresses with their views by people, where no page was shown. */
  private async viewsWithoutPage({ site }: SitePageIndex): Promise<[url: string, views: number][]> {
    if (!site) return [];
    const now = this.clock.now().getTime();
    const { columns } = await this.events.aggregate(site, {
      range: { from: new Date(now - DAYS * DAY).toISOString(), to: new Date(now + 1).toISOString() },
      select: [{ column: 'eventsCount' }],
      groupBy: [{ column: 'url' }],
      where: [
        { column: 'eventType', values: ['page_view'] },
        { column: 'visitorBot', values: [null] },
        {
          column: 'page',
          values: [null, ...site.spaces.map(({ spaceId }) => ({ page: null, space: spaceId }))],
        },
      ],
      order: { by: { column: 'eventsCount' }, direction: 'desc' },
      limit: READ,
    });
    const valuesOf = (name: string) => columns.find(({ column }) => column === name)?.values ?? [];
    const views = valuesOf('eventsCount');
    return valuesOf('url').map((url, row) => [String(url), Number(views[row])]);
  }
}
