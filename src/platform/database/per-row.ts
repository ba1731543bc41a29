/**
 * SQL of a table to join that is looked up anew for each row before it, by that row's values.
 *
 * A planner expects hundreds of rows of a recursive or unnested list. Where the list stands in a plain join with a large table, it then
 * reads the whole table for a handful of rows, as soon as statistics or sizes say so. `offset 0` changes no result, but keeps the
 * sub-select from becoming such a join: what is left is the look-up by index, whatever the statistics.
 * @param select a statement that finds its few rows by an index.
 */
export function perRow(select: string): string {
  return `lateral (${select} offset 0)`;
}
