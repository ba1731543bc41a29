import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { body, type SiteAnswer } from '#modules/publishing/index.js';
import { BadRequest } from '#platform/http/errors.js';

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

/** A line of a table that somebody brought. */
export interface CsvLine {
  /** The cells, without spaces at their ends. */
  record: string[];
  /** Number of the line in the file, from 1. */
  line: number;
}

/**
 * Reads a table as spreadsheets write it, with commas, semicolons or tabs between the cells. Empty lines are left out.
 * @param most characters of a line.
 * @throws BadRequest for a text that cannot be read as a table.
 */
export function readCsv(text: string, most = 10_000): CsvLine[] {
  try {
    const records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      max_record_size: most,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info: { lines } }) => ({ record, line: lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? `Line ${error['lines']}: ` : '';
    throw new BadRequest(
      `${line}the table cannot be read: a quotation mark is missing or too many, or a line is too long.`,
    );
  }
}

/** A cell as it was before {@link csvOf} kept spreadsheets from taking it for a formula. */
export const unescapedCell = (cell: string): string =>
  cell.replace(/^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, '');

/** Spreadsheets write semicolons where numbers have decimal commas, and tabs into the clipboard. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  const [best = ','] = [',', ';', '\t'].sort(
    (one, other) => first.split(other).length - first.split(one).length,
  );
  return best;
}
