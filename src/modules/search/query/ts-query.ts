import { inHeading, inSpace, inTitle, quoted, SCOPE_PLACE, SPACE_PLACE } from '../indexing/lexemes.js';
import type { Form, ParsedQuery, Term } from './parse-query.js';

/**
 * What the search statement is given; each is written as PostgreSQL writes a tsquery. `titled` and `headed` are about one space, whose
 * id stands at `SPACE_PLACE`; of an organization, the others have `SCOPE_PLACE` where they look.
 */
export interface TsQueries {
  /** The pages that match. A word that may be unfinished counts as one that is complete, or begins a word of a title. */
  match: string;
  /** Pages that match when such a word may begin any word; null when there is none. Beginnings are dear to look up. */
  longer: string | null;
  /** Those of them that have all they need in the title, and in title or headings. Null where only the text tells. */
  titled: string | null;
  headed: string | null;
  /**
   * Those of them that have something in the title, and in a heading, and the rest anywhere. Of an organization: pages that do if
   * they match. Null when there are no more.
   */
  partly: (string | null)[];
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

/** Where to search: spaces that the caller may search, as was decided before. */
export interface SearchScope {
  organizationId: string;
  spaceIds: readonly string[];
  /** The spaces are all that somebody sees of the organization, and the best pages of each are wanted. */
  isOrganization?: boolean;
  /** Leaves out pages that readers are not shown. */
  isListedOnly?: boolean;
}

const MOST_IN_SEQUENCE = 8;
/** Of more terms, any that a page has count. */
const MOST_TO_LEAVE_OUT = 8;

/** @param isLoose a page that has one of the terms matches. */
export function tsQueries(query: ParsedQuery, scope: SearchScope, isLoose: boolean): TsQueries {
  const terms = query.terms.map((term) => anywhere(term));
  // Beginnings are dear to look up, and a page that has all else needs none.
  const whole = query.terms.map((term) => anywhere(term, false));
  const titleTerms = query.terms.map((term) => marked(term, inTitle));
  const headingTerms = query.terms.map((term) => marked(term, inHeading));
  const within = scopeQuery(scope);
  const phrases = query.phrases.map(sideBySide);
  const pages = (of: readonly string[]): string =>
    every([within, ...(isLoose ? [any(of)] : [...of, ...phrases])]);
  const all = pages(isLoose ? terms : whole);
  const longer = pages(terms);
  // What a title has, its page has: then lists that are a hundred times as long need not be read.
  const areMarksEnough = isLoose || phrases.length === 0;
  const hasMore = terms.length > 1 || phrases.length > 0;
  const having = (marks: readonly string[]): string => every([isLoose ? within : all, any(marks)]);
  const titled = query.terms.map((term) => marked(term, (word) => SPACE_PLACE + inTitle(word)));
  const headed = query.terms.map((term, i) => {
    // As where pages match: a word that may be unfinished begins words of titles only.
    const forms =
      isLoose || term.kind === 'run' ? term.forms : term.forms.filter(({ isPrefix }) => !isPrefix);
    return any([titled[i] as string, marked({ ...term, forms }, (word) => SPACE_PLACE + inHeading(word))]);
  });
  return {
    match: all,
    longer: longer === all ? null : longer,
    titled: areMarksEnough ? every(titled) : null,
    headed: areMarksEnough ? (isLoose ? any : every)(headed) : null,
    partly: (scope.isOrganization ? [any(titled)] : [having(titleTerms), having(headingTerms)]).map((of) =>
      hasMore ? of : null,
    ),
    most:
      isLoose && terms.length > 2 && terms.length <= MOST_TO_LEAVE_OUT
        ? every([within, allButOne(whole)])
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

function scopeQuery({ spaceIds, isOrganization }: SearchScope): string {
  return isOrganization ? quoted(SCOPE_PLACE) : any(spaceIds.map((id) => quoted(inSpace(id))));
}

/** @param hasLonger whether the term may begin a word anywhere, not in titles only. */
function anywhere({ kind, forms }: Term, hasLonger = true): string {
  return any(
    forms.flatMap((form) => {
      if (kind === 'word' && form.isPrefix && !hasLonger) return [formQuery(form, inTitle)];
      if (form.isHeadOnly) return [formQuery(form, inTitle), formQuery(form, inHeading)];
      return [formQuery(form)];
    }),
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
