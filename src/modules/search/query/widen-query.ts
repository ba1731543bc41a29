import type { Language } from '../text/languages.js';
import { MAX_TERMS, type ParsedQuery, prefixForms, type Term, wordForms } from './parse-query.js';

/**
 * The query for when no page has all of it: every word may be the beginning of a longer one or misspelt, and runs of
 * characters fall apart into pairs. A page then need not have all terms.
 */
export function widenQuery(
  query: ParsedQuery,
  meant: ReadonlyMap<string, readonly string[]>,
  languages: readonly Language[],
): ParsedQuery {
  const terms = query.terms.flatMap((term) => widenTerm(term, meant.get(term.text) ?? [], languages));
  return { ...query, terms: terms.slice(0, MAX_TERMS) };
}

function widenTerm(term: Term, meant: readonly string[], languages: readonly Language[]): Term[] {
  if (term.kind === 'run') {
    const grams = term.forms.flatMap(({ lexemes }) => lexemes);
    if (grams.length < 2) return [term];
    return grams.map((gram) => ({ text: gram, kind: 'run', forms: [{ lexemes: [gram] }], needles: [gram] }));
  }
  const corrected = meant.flatMap((word) => wordForms({ text: word, plain: word }, languages));
  const forms = [...term.forms, ...prefixForms(term.text), ...corrected];
  return [{ ...term, forms, needles: [...term.needles, ...meant] }];
}
