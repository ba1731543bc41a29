import { Injectable } from '@nestjs/common';
import { AppRoute, type MemberRequest, MemberShell } from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { SiteAddress, type SiteRow, Sites } from '#modules/sites/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { NotFound } from '#platform/http/errors.js';
import { csvFile } from '../csv.js';
import { siteFrame } from '../sites/site-frame.js';
import { type SitePageIndex, SitePageIndexes } from '../sites/site-page-index.js';
import { LISTS, wordsOf } from './insight-lists.js';
import { dateOf, rangeBefore, readRange } from './insight-range.js';
import { type ChosenFilters, InsightsView } from './insights-view.js';
import { type InsightFilter, SiteInsights } from './site-insights.js';

const SCOPES = ['organization:read', 'site:metadata:read', 'space:metadata:read'] as const;
/** Rows of a list on the page. */
const TOP = 10;
/** Rows of a list in a file. */
const MOST = 1000;
const DEVICES = ['desktop', 'mobile', 'tablet', 'unknown'];

/** `/app/o/{organization}/sites/{site}/insights`: what readers of a site do. */
@Injectable()
export class InsightsPages {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly address: SiteAddress,
    private readonly indexes: SitePageIndexes,
    private readonly insights: SiteInsights,
  ) {}

  /** @throws NotFound for what is not there or not visible. */
  @AppRoute('/o/:organization/sites/:site/insights', { scopes: SCOPES })
  async answer(request: MemberRequest): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization = '', site = '' } = params;
    const row = await this.sites.requireSite(actor, organization, site, 'view');
    const index = await this.indexes.of(actor, organization, site);
    const range = readRange(query, this.clock.now());
    const before = rangeBefore(range);
    const chosen = chosenOf(query, index);
    const filter = this.filterOf(row, chosen);
    const totals = await this.insights.totals(filter, range);
    const lists = [];
    // Each list reads the events of the range, which a range without events can be spared.
    if (totals.size > 0)
      for (const list of LISTS)
        lists.push({ list, rows: await this.insights.list(filter, range, list, TOP) });
    return this.shell.page(
      request,
      siteFrame(this.config.basePath, row, 'insights'),
      <InsightsView
        base={this.config.basePath}
        row={row}
        range={range}
        chosen={chosen}
        totals={totals}
        totalsBefore={await this.insights.totals(filter, before)}
        points={await this.insights.overTime(filter, range)}
        pointsBefore={await this.insights.overTime(filter, before)}
        lists={lists}
        index={index}
      />,
    );
  }

  /** A list of the page as a file. @throws NotFound, also for a list that there is not. */
  @AppRoute('/o/:organization/sites/:site/insights/csv', { scopes: SCOPES })
  async download({ actor, params, query }: MemberRequest): Promise<SiteAnswer> {
    const { organization = '', site = '' } = params;
    const row = await this.sites.requireSite(actor, organization, site, 'view');
    const index = await this.indexes.of(actor, organization, site);
    const range = readRange(query, this.clock.now());
    const filter = this.filterOf(row, chosenOf(query, index));
    const name = (kind: string) => `insights-${kind}-${dateOf(range.from)}`;
    const kind = query.get('kind');
    if (kind === 'time') {
      const points = await this.insights.overTime(filter, range);
      const rows = points.map(({ start, events, visitors }) => [start, events, visitors]);
      return csvFile(name(kind), [range.interval, 'views', 'visitors'], rows);
    }
    const list = LISTS.find((one) => one.name === kind);
    if (!list) throw new NotFound('list');
    const rows = await this.insights.list(filter, range, list, MOST);
    const heads = list.columns.flatMap((column, at) =>
      column === 'page' ? ['page', 'path'] : [list.heads[at]?.toLowerCase() ?? column],
    );
    return csvFile(
      name(list.name),
      [...heads, 'count', 'visitors'],
      rows.map(({ values, events, visitors }) => [
        ...list.columns.flatMap((column, at) => {
          const { text, hint = '' } = wordsOf(column, values[at], index);
          return column === 'page' ? [text, hint] : [text];
        }),
        events,
        visitors,
      ]),
    );
  }

  private filterOf({ site, location }: SiteRow, { space, device, robots }: ChosenFilters): InsightFilter {
    const roots = [this.address.of(location), this.address.targetOf(location)];
    return {
      organizationId: site.organizationId,
      siteId: site.id,
      ...(space && { siteSpace: space }),
      ...(device && { device }),
      withRobots: robots,
      ownHosts: roots.map((root) => new URL(root).hostname),
    };
  }
}

/** Filters that the page does not offer count for nothing. */
function chosenOf(query: URLSearchParams, index: SitePageIndex): ChosenFilters {
  const [space, device] = [query.get('space') ?? '', query.get('device') ?? ''];
  return {
    space: index.site?.spaces.some(({ siteSpaceId }) => siteSpaceId === space) ? space : '',
    device: DEVICES.includes(device) ? device : '',
    robots: query.get('robots') === '1',
  };
}
