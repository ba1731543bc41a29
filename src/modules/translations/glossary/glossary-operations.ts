import { LANGUAGES } from '#modules/spaces/index.js';
import { BadRequest } from '#platform/http/errors.js';
import type { GlossaryEntryEntity } from './glossary-entry.entity.js';

export const MAX_OPERATIONS = 1000;
/** Every run looks for all of them. */
export const MAX_ENTRIES = 5000;
export const MAX_TERM_LENGTH = 255;

/** Terms by language. */
export type Terms = Readonly<Record<string, string>>;
export type GlossaryEntry = Readonly<GlossaryEntryEntity>;

export type GlossaryOperation =
  | { type: 'insert'; translations: Terms }
  | { type: 'update'; id: string; translations: Terms }
  | { type: 'delete'; id: string };

/** Resulting change of one entry. */
export interface GlossaryChange {
  id: string;
  /** Absent for a new one, and `after` for one that is gone. */
  before?: GlossaryEntry;
  after?: GlossaryEntry;
}

/**
 * Does one operation after the other.
 * @param entries those of the operations that exist.
 * @param make a new entry with these terms, for the operation at this index.
 * @throws BadRequest with the index of the operation that cannot be done.
 */
export function changesOf(
  entries: readonly GlossaryEntry[],
  operations: readonly GlossaryOperation[],
  now: Date,
  make: (translations: Terms, index: number) => GlossaryEntry,
): GlossaryChange[] {
  const before = new Map(entries.map((entry) => [entry.id, entry]));
  const after = new Map(before);
  operations.forEach((operation, index) => {
    if (operation.type === 'delete') {
      after.delete(operation.id);
      return;
    }
    const translations = checkedTerms(operation.translations, `operations[${index}].translations`);
    const entry = operation.type === 'insert' ? make(translations, index) : after.get(operation.id);
    if (!entry)
      throw new BadRequest(
        `operations[${index}].id: there is no glossary entry with this id; leave it out, or insert one.`,
      );
    if (!isSame(entry.translations, translations))
      after.set(entry.id, { ...entry, translations, updatedAt: now });
    else after.set(entry.id, entry);
  });
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].flatMap((id) => {
    const change = { id, before: before.get(id), after: after.get(id) };
    return change.before === change.after ? [] : [change];
  });
}

/** @throws BadRequest for unsupported languages and invalid terms. */
function checkedTerms(terms: Terms, path: string): Terms {
  const languages = Object.keys(terms);
  if (languages.length === 0)
    throw new BadRequest(`${path} must hold at least one term, such as { "en": "change request" }.`);
  for (const language of languages) checkTerm(language, terms[language], `${path}.${language.slice(0, 20)}`);
  return terms;
}

function checkTerm(language: string, term: unknown, path: string): void {
  if (!(LANGUAGES as readonly string[]).includes(language))
    throw new BadRequest(`${path}: terms are by language, one of ${LANGUAGES.join(', ')}.`);
  const isTerm =
    typeof term === 'string' &&
    term.trim() !== '' &&
    Array.from(term).length <= MAX_TERM_LENGTH &&
    !/[\n\r\0]/.test(term);
  if (!isTerm)
    throw new BadRequest(`${path} must be a text of 1 to ${MAX_TERM_LENGTH} characters in one line.`);
}

function isSame(one: Terms, other: Terms): boolean {
  const languages = Object.keys(one);
  return (
    languages.length === Object.keys(other).length &&
    languages.every((language) => one[language] === other[language])
  );
}
