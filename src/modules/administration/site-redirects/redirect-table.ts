import { validBody } from '#modules/member-pages/index.js';
import { BulkRedirectBody, type SiteRedirectEntity } from '#modules/sites/index.js';
import { BadRequest, DomainError } from '#platform/http/errors.js';
import { type Cell, readCsv } from '../csv.js';
import type { SitePageIndex } from '../sites/site-page-index.js';
import type { RedirectTargets } from './redirect-targets.js';

/** Redirects of a table; more would keep others from changing the site for too long. */
export const MOST_LINES = 1000;
/** Bytes of a table. */
export const MOST_BYTES = 512 * 1024;

/** The columns of the table, in the order in which it is written. */
export const COLUMNS = ['source', 'destination', 'capture_wildcard', 'permanent', 'draft'] as const;
type Column = (typeof COLUMNS)[number];

const EMPTY: Record<Column, string> = {
  source: '',
  destination: '',
  capture_wildcard: '',
  permanent: '',
  draft: '',
};
const YES = new Set(['yes', 'true', '1', 'x']);
const NO = new Set(['', 'no', 'false', '0']);

/** A line of a table: the redirect that it asks for, or the reason why it cannot. */
export interface RedirectLine {
  /** Number of the line in the file, from 1. */
  line: number;
  source: string;
  destination: string;
  body: BulkRedirectBody | null;
  problem?: string;
}

/** A redirect as a line of the table. @param destination as people write it; null for one whose destination is gone. */
export function lineOf(redirect: SiteRedirectEntity, destination: string | null): Cell[] {
  const { source, captureWildcard, permanent, draft } = redirect;
  return [source, destination ?? '', ...[captureWildcard, permanent, draft].map((is) => (is ? 'yes' : 'no'))];
}

/**
 * Reads a table of redirects. Its first line may name the columns, in any order; without names they are those of a download.
 * @throws BadRequest for a text that cannot be read as one, or one with more lines than are carried out at once.
 */
export async function readTable(
  text: string,
  index: SitePageIndex,
  targets: RedirectTargets,
): Promise<RedirectLine[]> {
  const records = await readCsv(text, { lines: MOST_LINES });
  const [first] = records;
  const named = first ? columnsOf(first.record) : null;
  const columns: readonly (Column | null)[] = named ?? COLUMNS;
  const lines = named ? records.slice(1) : records;
  if (lines.length === 0) throw new BadRequest('The table has no line with a redirect.');
  if (lines.length > MOST_LINES)
    throw new BadRequest(`The table has too many redirects; bring at most ${MOST_LINES} at once.`);
  const seen = new Map<string, number>();
  const read: RedirectLine[] = [];
  for (const { record, line } of lines) {
    const cells = { ...EMPTY };
    for (const [at, column] of columns.entries()) if (column) cells[column] = record[at] ?? '';
    read.push(await lineFrom(cells, line, seen, index, targets));
  }
  return read;
}

async function lineFrom(
  cells: Record<Column, string>,
  line: number,
  seen: Map<string, number>,
  index: SitePageIndex,
  targets: RedirectTargets,
): Promise<RedirectLine> {
  const { source, destination } = cells;
  const shown = { line, source, destination };
  try {
    if (destination === '') throw new BadRequest('destination: the line says not where it leads.');
    const draft = isYes(cells, 'draft');
    const body = await validBody(BulkRedirectBody, {
      source: targets.sourceOf(index, source),
      intent: draft ? 'draft' : 'live',
      destination: targets.destinationOf(index, destination),
      captureWildcard: isYes(cells, 'capture_wildcard'),
      permanent: isYes(cells, 'permanent'),
    });
    const key = `${draft} ${body.source.toLowerCase()}`;
    const other = seen.get(key);
    if (other !== undefined) throw new BadRequest(`source: line ${other} has this address already.`);
    seen.set(key, line);
    return { ...shown, body };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ...shown, body: null, problem: error.message };
  }
}

function isYes(cells: Record<Column, string>, column: Column): boolean {
  const word = cells[column].toLowerCase();
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  throw new BadRequest(`${column}: write yes or no, or leave it empty.`);
}

/** The columns that a first line names; null for a line that is a redirect already. */
function columnsOf(record: readonly string[]): (Column | null)[] | null {
  const names = record.map((cell) => cell.toLowerCase().replaceAll(/[\s-]+/g, '_'));
  if (!names.includes('source')) return null;
  if (!names.includes('destination'))
    throw new BadRequest('The first line names no column "destination"; name it, or leave that line out.');
  return names.map((name) => COLUMNS.find((column) => column === name) ?? null);
}
