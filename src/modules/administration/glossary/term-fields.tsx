import { LANGUAGES, languageName } from '#modules/spaces/index.js';
import type { Terms } from '#modules/translations/index.js';
import { BadRequest } from '#platform/http/errors.js';

/** A language as English calls it. */
export const nameOf = (language: string): string => languageName(language, 'en');

const SORTED = LANGUAGES.map((code) => ({ code, name: nameOf(code) })).sort((a, b) =>
  a.name.localeCompare(b.name, 'en'),
);
const SPARE_ROWS = 2;
const MOST_ROWS = LANGUAGES.length + SPARE_ROWS;

/** Rows of a language and the term in it. @param rows those that are filled; a few empty ones follow. */
export function TermFields({ rows }: { rows: readonly (readonly [language: string, term: string])[] }) {
  const all = [...rows, ...Array.from({ length: SPARE_ROWS }, () => ['', ''] as const)];
  return (
    <>
      {all.map(([language, term], at) => (
        <fieldset class="member-filter">
          <legend class="visually-hidden">Term {at + 1}</legend>
          <label>
            Language {at + 1}
            <select name={`language-${at}`}>
              <option value="">Choose a language</option>
              {SORTED.map(({ code, name }) => (
                <option value={code} selected={code === language}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            Term {at + 1}
            <input name={`term-${at}`} value={term} maxLength={255} dir="auto" />
          </label>
        </fieldset>
      ))}
    </>
  );
}

/** The rows of a form as they were typed. */
export function rowsIn(form: URLSearchParams): [language: string, term: string][] {
  return Array.from({ length: MOST_ROWS }, (_, at): [string, string] => [
    form.get(`language-${at}`) ?? '',
    (form.get(`term-${at}`) ?? '').trim(),
  ]).filter(([language, term]) => language !== '' || term !== '');
}

/** The terms of a form; rows without a term are left out. @throws BadRequest for a term without a language, or a second one in a language. */
export function termsIn(form: URLSearchParams): Terms {
  const terms = new Map<string, string>();
  for (const [language, term] of rowsIn(form)) {
    if (term === '') continue;
    if (language === '') throw new BadRequest(`Choose the language of the term "${term}".`);
    if (terms.has(language))
      throw new BadRequest(`There are two terms in ${nameOf(language)}; leave one out.`);
    terms.set(language, term);
  }
  if (terms.size === 0) throw new BadRequest('Give at least one term, with its language.');
  return Object.fromEntries(terms);
}

/** Terms in a line, with their languages. */
export function TermList({ terms }: { terms: Terms }) {
  return (
    <>
      {Object.entries(terms).map(([language, term], at) => (
        <>
          {at > 0 && ' · '}
          <span class="member-hint">{nameOf(language)}:</span> <bdi lang={language}>{term}</bdi>
        </>
      ))}
    </>
  );
}
