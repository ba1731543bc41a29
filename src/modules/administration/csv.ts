import { Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { body, type SiteAnswer } from '#modules/publishing/index.js';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { BadRequest } from '#platform/http/errors.js';

/** Characters that are parsed at once: a few milliseconds. */
const PIECE = 8 * 1024;

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

/** The sizes of a table that is read. */
export interface CsvLimits {
  /** Lines below the one with the names; reading ends soon after them, so that callers see that there are more. */
  lines: number;
  /** Characters of a line; 10,000 where it is absent. */
  characters?: number;
}

/**
 * Reads a table as spreadsheets write it, with commas, semicolons or tabs between the cells. Empty lines are left out. Others have their
 * turn meanwhile: a megabyte of commas is a million cells.
 * @returns at most two lines more than `limits` say.
 * @throws BadRequest for a text that cannot be read as a table.
 */
export async function readCsv(text: string, { lines: most, characters }: CsvLimits): Promise<CsvLine[]> {
  const lines: CsvLine[] = [];
  const parser = Readable.from(piecesOf(text)).pipe(parse(parseOptions(text, characters)));
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      lines.push({ record, line: info.lines });
      if (lines.length === most + 2) break;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? `Line ${error['lines']}: ` : '';
    throw new BadRequest(
      `${line}the table cannot be read: a quotation mark is missing or too many, or a line is too long.`,
    );
  }
  return lines;
}

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

function parseOptions(text: string, characters = 10_000): Options {
  return {
    bom: true,
    delimiter: delimiterOf(text),
    info: true,
    max_record_size: characters,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  };
}

/** Short pieces of a text, with turns for others in between. */
async function* piecesOf(text: string): AsyncGenerator<string> {
  const eventLoop = new EventLoopYield();
  for (let at = 0; at < text.length; at += PIECE) {
    await eventLoop.yieldIfDue();
    yield text.slice(at, at + PIECE);
  }
}

/** A cell as it was before {@link csvOf} kept spreadsheets from taking it for a formula. */
export const unescapedCell = (cell: string): string =>
  cell.replace(/^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, '');

/** Spreadsheets write semicolons where numbers have decimal commas, and tabs into the clipboard. */
function delimiterOf(text: string): string {
  const [first = ''] = text.slice(0, PIECE).split(/\r?\n/, 1);
  const [best = ','] = [',', ';', '\t'].sort(
    (one, other) => first.split(other).length - first.split(one).length,
  );
  return best;
}
