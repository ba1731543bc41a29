import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { BadRequest } from '#platform/http/errors.js';
import { letterFirst } from '#platform/ids/ids.js';
import type { AggregateEventsBody, AggregationResource } from '../insights.dto.js';
import { storableJson } from '#platform/database/storable-json.js';
import { columnOf } from './columns.js';

const DAY = 24 * 60 * 60_000;
const PRESETS: Record<string, number> = {
  last24Hours: DAY,
  last7Days: 7 * DAY,
  last30Days: 30 * DAY,
  last3Months: 91 * DAY,
  lastYear: 365 * DAY,
};
const COMPARISONS: Record<string, string> = {
  greaterThan: '>',
  greaterThanOrEqual: '>=',
  lessThan: '<',
  lessThanOrEqual: '<=',
};

/** Counts what readers did: one statement, made of known parts. */
@Injectable()
export class AggregateEvents {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** The columns in the order they were asked for, all equally long. @throws BadRequest naming the member. */
  async aggregate(
    { organizationId, siteId }: { organizationId: string; siteId: string },
    body: AggregateEventsBody,
  ): Promise<AggregationResource> {
    const { from, to } = this.rangeOf(body.range);
    const values: unknown[] = [organizationId, siteId, from, to];
    const columns = columnsOf(body, values);
    const conditions = [
      'e.organization_id = $1 and e.site_id = $2 and e.occurred_at >= $3 and e.occurred_at < $4',
      ...columns.filter((column) => column.isRequired).map(({ sql }) => `(${sql}) is not null`),
    ];
    const havings: string[] = [];
    for (const [index, filter] of (body.where ?? []).entries()) {
      const { isMetric, sql } = filterOf(filter, values, `where[${index}]`);
      (isMetric ? havings : conditions).push(sql);
    }
    const groups = columns.flatMap(({ isMetric }, index) => (isMetric ? [] : [index + 1]));
    const order = orderOf(body, columns);
    const sql = `select ${columns.map((column, index) => `${column.sql} as c${index}`).join(', ')}
      from site_events e where ${conditions.join(' and ')}
      ${groups.length > 0 ? `group by ${groups.join(', ')}` : ''}
      ${havings.length > 0 ? `having ${havings.join(' and ')}` : ''}
      order by ${order} limit ${body.limit ?? 1000}`;
    const rows = await this.db.query<Record<string, unknown>>(sql, values);
    return {
      columns: columns.map(({ request }, index) => ({
        column: request.column,
        ...(request.claim === undefined ? {} : { claim: request.claim }),
        values: rows.map((row) => row[`c${index}`]),
      })),
    };
  }

  private rangeOf(range: unknown): { from: Date; to: Date } {
    const now = this.clock.now();
    if (typeof range === 'string' && Object.hasOwn(PRESETS, range))
      return { from: new Date(now.getTime() - (PRESETS[range] ?? DAY)), to: new Date(now.getTime() + 1) };
    const { from, to } = (range ?? {}) as { from?: unknown; to?: unknown };
    const [start, end] = [timeOf(from), timeOf(to)];
    if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime()))
      throw new BadRequest(
        `range must be one of ${Object.keys(PRESETS).join(', ')}, or an object with "from" and "to" as ISO 8601 times.`,
      );
    if (end <= start) throw new BadRequest('range.to must be later than range.from.');
    return { from: start, to: end };
  }
}

/** Nothing was counted before there were computers that could; the database has no words for some of those times. */
function timeOf(value: unknown): Date {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return new Date(Math.max(0, time));
}

type Columns = ReturnType<typeof columnOf>[];

function columnsOf({ select = [], groupBy = [] }: AggregateEventsBody, values: unknown[]): Columns {
  const all: Columns = [];
  const seen = new Set<string>();
  for (const [name, list] of Object.entries({ select, groupBy })) {
    for (const [index, request] of list.entries()) {
      const column = columnOf(request, values, `${name}[${index}]`);
      const key = JSON.stringify(column.request);
      if (!seen.has(key)) all.push(column);
      seen.add(key);
    }
  }
  if (all.length === 0) all.push(columnOf({ column: 'eventsCount' }, values, 'select'));
  return all;
}

function filterOf(filter: unknown, values: unknown[], at: string): { sql: string; isMetric: boolean } {
  const { values: wanted, operator = 'in' } = (filter ?? {}) as { values?: unknown; operator?: string };
  const column = columnOf(filter, values, at);
  if (!Array.isArray(wanted) || wanted.length === 0 || wanted.length > 1000)
    throw new BadRequest(`${at}.values must be a list of 1 to 1000 values.`);
  // Compared as JSON: one form for text, numbers, objects and "none".
  const sql = `coalesce(to_jsonb(${column.sql}), 'null'::jsonb)`;
  const isMetric = column.isMetric === true;
  const comparison =
    typeof operator === 'string' && Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : undefined;
  if (operator !== 'in' && operator !== 'notIn' && comparison === undefined)
    throw new BadRequest(`${at}.operator must be one of in, notIn, ${Object.keys(COMPARISONS).join(', ')}.`);
  const isSection = column.request.column === 'siteSection';
  const known = wanted.map((value: unknown) =>
    isSection && typeof value === 'string' ? letterFirst(value) : value,
  );
  values.push(storableJson(comparison ? known[0] : known));
  const parameter = `$${values.length}::jsonb`;
  if (comparison) return { sql: `${sql} ${comparison} ${parameter}`, isMetric };
  const list = `any(array(select value from jsonb_array_elements(${parameter})))`;
  return { sql: operator === 'in' ? `${sql} = ${list}` : `not (${sql} = ${list})`, isMetric };
}

/** By a column that is shown; otherwise by time or by the largest count, whichever there is. */
function orderOf({ order }: AggregateEventsBody, columns: Columns): string {
  const ties = columns.map((_, index) => index + 1).join(', ');
  if (order) {
    const { column } = order.by as { column?: string };
    const index = columns.findIndex(({ request }) => request.column === column);
    if (index < 0) throw new BadRequest('order.by must be one of the columns of select or groupBy.');
    return `${index + 1} ${order.direction} nulls last, ${ties}`;
  }
  return ties;
}
