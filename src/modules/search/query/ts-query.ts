import { inHeading, inOrganization, inSpace, inTitle, quoted } from '../indexing/lexemes.js';
import type { Form, ParsedQuery, Term } from './parse-query.js';

/** What the search statement is given; each is written as PostgreSQL writes a tsquery. */
export interface TsQueries {
  /** The pages that match. */
  match: string;
  /** Those of them that are most likely to be wanted, each kind from the index alone. */
  titled: string;
  headed: string;
  /** Where not all terms are needed, pages that have all but one. */
  most: string | null;
  /** Per term: anywhere, in the title, in a heading. */
  terms: string[];
  titleTerms: string[];
  headingTerms: string[];
  /** All terms, any of which counts by how often and where it stands. */
  words: string;
  /** More of what makes a page a good answer: whole names, words side by side. */
  bonuses: string[];
}

/** Which pages are searched at all. */
export interface TsScope {
  organizationId: string;
  /** Absent for all spaces of the organization. */
  spaceIds?: readonly string[];
}

const MOST_IN_SEQUENCE = 8;
/** Of more terms, any that a page has count. */
const MOST_TO_LEAVE_OUT = 8;

/** @param isLoose a page that has one of the terms matches. */
export function tsQueries(query: ParsedQuery, scope: TsScope, isLoose: boolean): TsQueries {
  const terms = query.terms.map((term) => anywhere(term));
  const titleTerms = query.terms.map((term) => marked(term, inTitle));
  const headingTerms = query.terms.map((term) => marked(term, inHeading));
  const within = scopeQuery(scope);
  const phrases = query.phrases.map(sideBySide);
  const all = every([within, isLoose ? any(terms) : every(terms), ...(isLoose ? [] : phrases)]);
  return {
    match: all,
    titled: every([all, any(titleTerms)]),
    headed: every([all, any(headingTerms)]),
    most:
      isLoose && terms.length > 2 && terms.length <= MOST_TO_LEAVE_OUT
        ? every([within, allButOne(terms)])
        : null,
    ...{ terms, titleTerms, headingTerms },
    words: any(terms),
    bonuses: [
      ...query.wholes.map((form) => formQuery(form)),
      ...sequenceBonus(query),
      ...(isLoose ? phrases : []),
    ],
  };
}

function scopeQuery({ organizationId, spaceIds }: TsScope): string {
  if (spaceIds === undefined) return quoted(inOrganization(organizationId));
  return any(spaceIds.map((id) => quoted(inSpace(id))));
}

function anywhere(term: Term): string {
  return any(
    term.forms.flatMap((form) =>
      form.isHeadOnly ? [formQuery(form, inTitle), formQuery(form, inHeading)] : [formQuery(form)],
    ),
  );
}

function marked(term: Term, mark: (lexeme: string) => string): string {
  return any(term.forms.map((form) => formQuery(form, mark)));
}

function formQuery({ lexemes, isPrefix }: Form, mark = (lexeme: string): string => lexeme): string {
  const last = lexemes.length - 1;
  return every(lexemes.map((lexeme, i) => quoted(mark(lexeme)) + (isPrefix && i === last ? ':*' : '')));
}

function sequenceBonus({ sequence }: ParsedQuery): string[] {
  return sequence.length > 1 ? [sideBySide(sequence.slice(0, MOST_IN_SEQUENCE))] : [];
}

function sideBySide(lexemes: readonly string[]): string {
  return `(${lexemes.map(quoted).join(' <-> ')})`;
}

function allButOne(terms: readonly string[]): string {
  return any(terms.map((_, left) => every(terms.filter((__, i) => i !== left))));
}

const any = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] as string) : `(${parts.join(' | ')})`;
const every = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] as string) : `(${parts.join(' & ')})`;
