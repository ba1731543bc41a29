import { Injectable } from '@nestjs/common';
import { AggregateEvents, type AggregateEventsBody } from '#modules/insights/index.js';
import { type InsightList } from './insight-lists.js';
import { type InsightRange, startsOf } from './insight-range.js';

/** The site and the readers that are counted. */
export interface InsightFilter {
  organizationId: string;
  siteId: string;
  /** Id of a space on the site; all where it is absent. */
  siteSpace?: string;
  device?: string;
  /** True where robots count too. */
  withRobots: boolean;
  /** Names of the site's own servers, from which nobody came from elsewhere. */
  ownHosts: readonly string[];
}

/** Numbers of events and of visitors. */
export interface Count {
  events: number;
  visitors: number;
}

/** A row of a list: the values of its columns, and numbers. */
export interface InsightRow extends Count {
  values: unknown[];
}

/** Counts what readers of a site did, by the operation of the API; whoever calls has checked that the member sees the site. */
@Injectable()
export class SiteInsights {
  constructor(private readonly events: AggregateEvents) {}

  /** Counts of all events by their type. */
  async totals(filter: InsightFilter, range: InsightRange): Promise<ReadonlyMap<string, Count>> {
    const rows = await this.rows(filter, range, ['eventType'], { groupBy: [{ column: 'eventType' }] });
    return new Map(rows.map(({ values: [type], ...count }) => [String(type), count]));
  }

  /** Page views of each day or week of a range, with a zero for those without a view. */
  async overTime(filter: InsightFilter, range: InsightRange): Promise<(Count & { start: string })[]> {
    const rows = await this.rows(filter, range, ['datetime'], {
      groupBy: [{ column: 'datetime', interval: range.interval }],
      where: [{ column: 'eventType', values: ['page_view'] }],
    });
    const known = new Map(rows.map(({ values: [time], ...count }) => [String(time).slice(0, 10), count]));
    return startsOf(range).map((start) => ({ start, ...(known.get(start) ?? { events: 0, visitors: 0 }) }));
  }

  /** The rows of a list, the largest first. */
  async list(
    filter: InsightFilter,
    range: InsightRange,
    { types, columns }: InsightList,
    limit: number,
  ): Promise<InsightRow[]> {
    return this.rows(filter, range, columns, {
      groupBy: columns.map((column) => ({ column })),
      where: [
        { column: 'eventType', values: [...types] },
        ...(columns.includes('referrerDomain')
          ? [{ column: 'referrerDomain', operator: 'notIn', values: [...filter.ownHosts] }]
          : []),
      ],
      order: { by: { column: 'eventsCount' }, direction: 'desc' },
      limit,
    });
  }

  private async rows(
    { organizationId, siteId, siteSpace, device, withRobots }: InsightFilter,
    { from, to }: InsightRange,
    names: readonly string[],
    { where = [], ...body }: Omit<AggregateEventsBody, 'range' | 'select'>,
  ): Promise<InsightRow[]> {
    const { columns } = await this.events.aggregate(
      { organizationId, siteId },
      {
        ...body,
        range: { from: from.toISOString(), to: to.toISOString() },
        select: [{ column: 'eventsCount' }, { column: 'visitorsCount' }],
        where: [
          ...where,
          ...(siteSpace === undefined ? [] : [{ column: 'siteSpace', values: [siteSpace] }]),
          ...(device === undefined ? [] : [{ column: 'visitorDevice', values: [device] }]),
          ...(withRobots ? [] : [{ column: 'visitorBot', values: [null] }]),
        ],
      },
    );
    const valuesOf = (name: string) => columns.find(({ column }) => column === name)?.values ?? [];
    const [events, visitors] = [valuesOf('eventsCount'), valuesOf('visitorsCount')];
    const values = names.map(valuesOf);
    return events.map((count, row) => ({
      events: Number(count),
      visitors: Number(visitors[row]),
      values: values.map((column) => column[row]),
    }));
  }
}
