import type { PlanNode } from './explain.js';
import { GROWING } from './fill.js';

/** The maximal number of rows that one node of a plan may read; the requests need far less. */
const MAX_ROWS_READ = 300;
/** A table with so few rows is read as fast as an index. */
const FEW_BLOCKS = 10;

/** Tables that may be scanned from their beginning, with the reason. */
const READ_WHOLE: Readonly<Record<string, string>> = {
  github_apps: 'there is one for each server of GitHub that the installation speaks with',
  integrations: 'the catalogue is listed whole, and is as large as somebody wrote integrations',
  organizations: 'searches ask whether there is another one, which the first row tells',
};

/**
 * The complaints about a plan: a growing table is scanned from its beginning, is found by organization alone, or more
 * rows are read than were requested.
 * @param blocks that each table takes up.
 */
export function complaintsAbout(node: PlanNode, blocks: ReadonlyMap<string, number>): string[] {
  const below = (node.Plans ?? []).flatMap((plan) => complaintsAbout(plan, blocks));
  const own = complaintAbout(node, blocks);
  return own === undefined ? below : [own, ...below];
}

function complaintAbout(node: PlanNode, blocks: ReadonlyMap<string, number>): string | undefined {
  const table = node['Relation Name'] ?? '';
  if (table in READ_WHOLE) return undefined;
  const { 'Index Cond': condition = '', 'Index Name': index } = node;
  if (node['Node Type'].endsWith('Seq Scan') && (blocks.get(table) ?? 0) > FEW_BLOCKS)
    return `reads all of ${table}`;
  if (table in GROWING && index && /^\(\(?organization_id = [^()]*\)?\)$/.test(condition))
    return `reads an organization's ${table} by ${index}`;
  // Comparisons in memory do not concern indexes, such as those of spaces with the collections around them.
  if (!table && !index) return undefined;
  const read =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const all = read * (node['Actual Loops'] ?? 0);
  return all > MAX_ROWS_READ
    ? `reads ${all} rows in ${node['Node Type']} ${index ?? table} ${condition}`
    : undefined;
}

/** The indexes by which the growing tables are read, sorted by name. */
export function accessOf(node: PlanNode): string[] {
  const table = node['Relation Name'] ?? '';
  const own =
    table in GROWING ? [`${table} by ${node['Index Name'] ?? indexBelow(node) ?? 'its place'}`] : [];
  return [...new Set([...own, ...(node.Plans ?? []).flatMap(accessOf)])].sort();
}

function indexBelow({ Plans = [] }: PlanNode): string | undefined {
  return Plans.map((plan) => plan['Index Name'] ?? indexBelow(plan)).find((index) => index !== undefined);
}
