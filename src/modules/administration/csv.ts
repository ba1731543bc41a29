import { stringify } from 'csv-stringify/sync';
import { body, type SiteAnswer } from '#modules/publishing/index.js';

/** A cell of a table. */
export type Cell = string | number;

/**
 * A table as CSV by RFC 4180. A cell that a spreadsheet would take for a formula begins with an apostrophe: readers write some of
 * these texts, and whoever opens the file would carry them out.
 */
export function csvOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return stringify([columns, ...rows] as Cell[][], { record_delimiter: '\r\n', escape_formulas: true });
}

/** A download of a table. @param name of the file, of letters, digits and hyphens. */
export function csvFile(name: string, columns: readonly string[], rows: readonly Cell[][]): SiteAnswer {
  return body(200, csvOf(columns, rows), {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
  });
}
