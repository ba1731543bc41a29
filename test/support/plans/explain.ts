import type { PoolClient } from 'pg';
import { escapeLiteral } from 'pg';
import type { SentStatement } from './recorder.js';

/** A node of a plan as `explain (format json)` answers it. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Alias?: string;
  'Plan Rows': number;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

export type PlanMode = 'generic' | 'custom';

/**
 * The plan of a prepared statement: `custom` for these values, `generic` for any values, as the server plans after
 * some executions. Reads are executed, so that the nodes report their numbers of rows; writes are planned only.
 */
export async function explain(
  client: PoolClient,
  { text, values }: SentStatement,
  mode: PlanMode,
): Promise<PlanNode> {
  const isRead =
    /^\s*(select|with)\b/i.test(text) &&
    !/\b(insert into|update|delete from|for (no key )?(update|share))\b/i.test(text);
  await client.query('begin');
  try {
    await client.query(`set local plan_cache_mode = force_${mode}_plan`);
    await client.query(`prepare explained as ${text}`);
    const given = values.map((value) => literal(value)).join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (format json, ${isRead ? 'analyze, timing off' : 'costs on'}) execute explained${given ? `(${given})` : ''}`,
    );
    return rows[0]!['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return escapeLiteral(textOf(value));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `{${value.map((item) => elementOf(item)).join(',')}}`;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return JSON.stringify(value);
}

function elementOf(item: unknown): string {
  if (item === null || item === undefined) return 'null';
  return Array.isArray(item) ? textOf(item) : `"${textOf(item).replace(/["\\]/g, '\\$&')}"`;
}
