import { validBody } from '#modules/member-pages/index.js';
import { LANGUAGES } from '#modules/spaces/index.js';
import {
  type GlossaryEntry,
  MAX_ENTRIES,
  type Terms,
  UpdateGlossaryBody,
} from '#modules/translations/index.js';
import { BadRequest, DomainError } from '#platform/http/errors.js';
import { type Cell, type CsvLine, readCsv, unescapedCell } from '../csv.js';

/** Bytes of a table. */
export const MOST_BYTES = 1024 * 1024;

type Operation = UpdateGlossaryBody['operations'][number];

/** A line of a table: the operation that it asks for, or the reason why it cannot. */
export interface GlossaryLine {
  line: number;
  outcome: 'added' | 'changed' | 'same' | 'refused';
  terms: Terms;
  operation: Operation | null;
  problem?: string;
}

/** A glossary as a table: a column for the ids, and one for each language that has a term. */
export function tableOf(entries: readonly GlossaryEntry[]): { columns: string[]; rows: Cell[][] } {
  const used = new Set(entries.flatMap(({ translations }) => Object.keys(translations)));
  const languages = LANGUAGES.filter((language) => used.has(language));
  const rows = entries.map(({ id, translations }) => [
    id,
    ...languages.map((language) => translations[language] ?? ''),
  ]);
  return { columns: ['id', ...languages], rows };
}

/**
 * Reads a table of entries, whose first line names the languages. A line with the id of an entry changes that one, in the languages of
 * the table; any other line is a new entry, unless there is one with the same terms.
 * @param entries all that the glossary has.
 * @throws BadRequest for a text that cannot be read as such a table.
 */
export async function readGlossary(text: string, entries: readonly GlossaryEntry[]): Promise<GlossaryLine[]> {
  const [first, ...lines] = await readCsv(text, { lines: MAX_ENTRIES });
  if (!first || lines.length === 0)
    throw new BadRequest('The table needs a line with the languages, and lines with terms below it.');
  if (lines.length > MAX_ENTRIES)
    throw new BadRequest(`The table has more entries than a glossary may have, which is ${MAX_ENTRIES}.`);
  const columns = columnsOf(first.record);
  const known = {
    byId: new Map(entries.map((entry) => [entry.id, entry])),
    terms: new Set(entries.map(({ translations }) => keyOf(translations))),
    seen: new Set<string>(),
  };
  const read: GlossaryLine[] = [];
  for (const line of lines) read.push(await lineOf(line, columns, known));
  return read;
}

interface Known {
  byId: ReadonlyMap<string, GlossaryEntry>;
  terms: Set<string>;
  /** Ids that lines of the table have. */
  seen: Set<string>;
}

async function lineOf(
  { record, line }: CsvLine,
  columns: readonly string[],
  known: Known,
): Promise<GlossaryLine> {
  const cells = new Map(columns.map((column, at) => [column, unescapedCell(record[at] ?? '')]));
  const id = cells.get('id') ?? '';
  const given = [...cells].filter(([column]) => column !== 'id');
  const terms: Terms = Object.fromEntries(given.filter(([, term]) => term !== ''));
  try {
    if (id === '') {
      if (known.terms.has(keyOf(terms))) return { line, outcome: 'same', terms, operation: null };
      const operation = await valid({ type: 'insert', translations: terms });
      known.terms.add(keyOf(terms));
      return { line, outcome: 'added', terms, operation };
    }
    const entry = known.byId.get(id);
    if (!entry) throw new BadRequest(`id: there is no entry "${id}"; leave the id out to add one.`);
    if (known.seen.has(id)) throw new BadRequest('id: a line above has this id already.');
    known.seen.add(id);
    const others = Object.entries(entry.translations).filter(([language]) => !cells.has(language));
    const translations = { ...Object.fromEntries(others), ...terms };
    if (keyOf(translations) === keyOf(entry.translations))
      return { line, outcome: 'same', terms, operation: null };
    const operation = await valid({ type: 'update', id, translations });
    return { line, outcome: 'changed', terms: translations, operation };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { line, outcome: 'refused', terms, operation: null, problem: error.message };
  }
}

async function valid(operation: object): Promise<Operation | null> {
  const { operations } = await validBody(UpdateGlossaryBody, { operations: [operation] });
  return operations[0] ?? null;
}

/** @throws BadRequest for a column that names another thing than a language */
function columnsOf(record: readonly string[]): string[] {
  const columns = record.map((cell) => {
    const name = cell.toLowerCase();
    const column = name === 'id' ? name : LANGUAGES.find((language) => language.toLowerCase() === name);
    if (column === undefined)
      throw new BadRequest(
        `The first line names the languages by their codes, such as en and fr; "${cell}" is none that is known here.`,
      );
    return column;
  });
  if (new Set(columns).size < columns.length)
    throw new BadRequest('The first line names a column twice; leave one out.');
  return columns;
}

/** The same for the same terms. */
function keyOf(terms: Terms): string {
  return JSON.stringify(Object.entries(terms).sort(([one], [other]) => (one < other ? -1 : 1)));
}
