import {
  headingLexeme,
  spaceLexeme,
  titleLexeme,
  quoteLexeme,
  SCOPE_PLACEHOLDER,
  SPACE_PLACEHOLDER,
} from '../indexing/lexemes.js';
import type { Form, ParsedQuery, Term } from './parse-query.js';

/**
 * Parameters of the search statement, in PostgreSQL's syntax of a tsquery. Queries about titles and headings are
 * limited to one space, whose id stands at `SPACE_PLACE`; the others of an organization begin with `SCOPE_PLACE`.
 */
export interface TsQueries {
  /** The pages that match. A word that may be unfinished counts as one that is complete, or begins a word of a title. */
  match: string;
  /**
   * Pages that match when such a word may begin any word; null without such a word. Looking up beginnings is expensive.
   */
  longer: string | null;
  /** Matching pages that have all terms in the title, and in title or headings. Null when only the text tells. */
  titled: string | null;
  headed: string | null;
  /** Pages that have something in the title, and in a heading; they count if they match. Null when there are no more. */
  partlyTitled: string | null;
  partlyHeaded: string | null;
  /** Pages that have all terms but one, when not all are needed. */
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

/** Scope of a search: spaces that the caller may search, as was decided before. */
export interface SearchScope {
  organizationId: string;
  spaceIds: readonly string[];
  /** The spaces are all that somebody sees of the organization, and the best pages of each are wanted. */
  isOrganization?: boolean;
  /** Leaves out pages that readers are not shown. */
  isListedOnly?: boolean;
}

const MAX_IN_SEQUENCE = 8;
/** Of more terms, any that a page has count. */
const MAX_TO_LEAVE_OUT = 8;

/** @param isLoose a page that has one of the terms matches. */
export function tsQueries(query: ParsedQuery, scope: SearchScope, isLoose: boolean): TsQueries {
  const terms = query.terms.map((term) => anywhere(term));
  // Beginnings are dear to look up, and a page that has all else needs none.
  const whole = query.terms.map((term) => anywhere(term, false));
  const titleTerms = query.terms.map((term) => marked(term, titleLexeme));
  const headingTerms = query.terms.map((term) => marked(term, headingLexeme));
  const phrases = query.phrases.map(sideBySide);
  const pages = (of: readonly string[]): string => within(scope, isLoose ? [any(of)] : [...of, ...phrases]);
  const all = pages(isLoose ? terms : whole);
  const longer = pages(terms);
  // Title terms are a subset of page terms, so the 100 times shorter title index suffices.
  const areMarksEnough = isLoose || phrases.length === 0;
  const hasMore = terms.length > 1 || phrases.length > 0;
  const titled = query.terms.map((term) => marked(term, (word) => SPACE_PLACEHOLDER + titleLexeme(word)));
  const headings = query.terms.map((term) => {
    // As where pages match: a word that may be unfinished begins words of titles only.
    const forms =
      isLoose || term.kind === 'run' ? term.forms : term.forms.filter(({ isPrefix }) => !isPrefix);
    return marked({ ...term, forms }, (word) => SPACE_PLACEHOLDER + headingLexeme(word));
  });
  const headed = query.terms.map((term, i) => any([titled[i] as string, headings[i] as string]));
  return {
    match: all,
    longer: longer === all ? null : longer,
    titled: areMarksEnough ? every(titled) : null,
    headed: areMarksEnough ? (isLoose ? any : every)(headed) : null,
    partlyTitled: hasMore ? any(titled) : null,
    partlyHeaded: hasMore ? any(headings) : null,
    most:
      isLoose && terms.length > 2 && terms.length <= MAX_TO_LEAVE_OUT
        ? within(scope, [allButOne(query.terms.map(complete))])
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

/** All of the parts, where the query looks. */
function within({ spaceIds, isOrganization }: SearchScope, parts: readonly string[]): string {
  if (isOrganization) return SCOPE_PLACEHOLDER + every(parts);
  return every([any(spaceIds.map((id) => quoteLexeme(spaceLexeme(id)))), ...parts]);
}

/** @param hasLonger whether the term may begin a word anywhere, not in titles only. */
function anywhere({ kind, forms }: Term, hasLonger = true): string {
  return any(
    forms.flatMap((form) => {
      if (kind === 'word' && form.isPrefix && !hasLonger) return [formQuery(form, titleLexeme)];
      if (form.isHeadOnly) return [formQuery(form, titleLexeme), formQuery(form, headingLexeme)];
      return [formQuery(form)];
    }),
  );
}

/** A term that begins no longer word; or, where it can do nothing else, as it is. */
function complete(term: Term): string {
  const forms = term.forms.filter(({ isPrefix }) => !isPrefix);
  return anywhere({ ...term, forms: forms.length > 0 ? forms : term.forms });
}

function marked(term: Term, mark: (lexeme: string) => string): string {
  return any(term.forms.map((form) => formQuery(form, mark)));
}

function formQuery({ lexemes, isPrefix }: Form, mark = (lexeme: string): string => lexeme): string {
  const last = lexemes.length - 1;
  return every(lexemes.map((lexeme, i) => quoteLexeme(mark(lexeme)) + (isPrefix && i === last ? ':*' : '')));
}

function sequenceBonus({ sequence }: ParsedQuery): string[] {
  return sequence.length > 1 ? [sideBySide(sequence.slice(0, MAX_IN_SEQUENCE))] : [];
}

function sideBySide(lexemes: readonly string[]): string {
  return `(${lexemes.map(quoteLexeme).join(' <-> ')})`;
}

/** At least two terms; each is named as seldom as can be, for an index looks it up every time. */
function allButOne([first, ...others]: readonly string[]): string {
  if (others.length < 2) return any([first as string, ...others]);
  return any([every([first as string, allButOne(others)]), every(others)]);
}

/** One of the parts. Each costs a look-up, so those that a beginning finds along with others are left out. */
function any(parts: readonly string[]): string {
  const different = new Set(parts);
  const needed = [...different].filter((part) => !different.has(`${part}:*`));
  return needed.length === 1 ? (needed[0] as string) : `(${needed.join(' | ')})`;
}

const every = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] as string) : `(${parts.join(' & ')})`;
