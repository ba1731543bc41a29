import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { BadRequest } from '#platform/http/errors.js';
import { letterFirst } from '#platform/ids/ids.js';
import type {
  AggregateEventsBody,
  AggregationColumnBody,
  AggregationFilterBody,
  AggregationResource,
} from '../insights.dto.js';
import { storableJson } from '#platform/database/storable-json.js';
import { type Column, COLUMNS, COMPARISONS, PRESETS } from './columns.js';

/** The column that opens a site to whoever has its value. */
const SECRET = 'siteShareKey';

/** True when an aggregation uses columns that only managers of the site may see. */
export function asksForSecrets({ select = [], where = [], groupBy = [] }: AggregateEventsBody): boolean {
  return [...select, ...where, ...groupBy].some(({ column }) => column === SECRET);
}

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
    for (const filter of body.where ?? []) {
      const { isMetric, sql } = filterOf(filter, values);
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

  private rangeOf(range: AggregateEventsBody['range']): { from: Date; to: Date } {
    const now = this.clock.now().getTime();
    if (typeof range === 'string')
      return { from: new Date(now - (PRESETS[range] ?? 0)), to: new Date(now + 1) };
    const [from, to] = [timeOf(range.from), timeOf(range.to)];
    // Comparisons with an invalid time are false.
    if (!(to > from)) throw new BadRequest('range.to must be later than range.from.');
    return { from, to };
  }
}

/** Nothing was counted before there were computers that could; the database has no words for some of those times. */
function timeOf(value: string): Date {
  return new Date(Math.max(0, Date.parse(value)));
}

type AskedColumn = Column & { request: AggregationColumnBody };
type Columns = AskedColumn[];

/** @param values of the statement; what users write becomes one of them, never SQL. */
function columnOf(asked: AggregationColumnBody, values: unknown[]): AskedColumn {
  const { column, interval = 'day', claim } = asked;
  if (column === 'datetime') {
    values.push(interval);
    const sql = `to_char(date_trunc($${values.length}, e.occurred_at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    return { request: { column, interval }, sql, isRequired: true };
  }
  if (column === 'visitorClaim') {
    if (claim === undefined)
      throw new BadRequest('claim is required: it names the claim that visitorClaim shows.');
    values.push(claim.split('.'));
    return { request: { column, claim }, sql: `e.claims #>> $${values.length}::text[]`, isRequired: true };
  }
  return { request: { column }, ...(COLUMNS[column] as Column) };
}

function columnsOf({ select = [], groupBy = [] }: AggregateEventsBody, values: unknown[]): Columns {
  const all: Columns = [];
  const seen = new Set<string>();
  for (const request of [...select, ...groupBy]) {
    const column = columnOf(request, values);
    const key = JSON.stringify(column.request);
    if (!seen.has(key)) all.push(column);
    seen.add(key);
  }
  if (all.length === 0) all.push(columnOf({ column: 'eventsCount' }, values));
  return all;
}

function filterOf(filter: AggregationFilterBody, values: unknown[]): { sql: string; isMetric: boolean } {
  const { values: wanted, operator = 'in' } = filter;
  const column = columnOf(filter, values);
  // Compared as JSON: one form for text, numbers, objects and "none".
  const sql = `coalesce(to_jsonb(${column.sql}), 'null'::jsonb)`;
  const isMetric = column.isMetric === true;
  const comparison = COMPARISONS[operator];
  const isSection = column.request.column === 'siteSection';
  const known = wanted.map((value) => (isSection && typeof value === 'string' ? letterFirst(value) : value));
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
    const index = columns.findIndex(({ request }) => request.column === order.by.column);
    if (index < 0) throw new BadRequest('order.by must be one of the columns of select or groupBy.');
    return `${index + 1} ${order.direction} nulls last, ${ties}`;
  }
  return ties;
}
