import { stemLexeme } from '../indexing/lexemes.js';
import type { Language } from '../text/languages.js';
import { type Chunk, chunksOf, type Run, type Word } from '../text/tokenize.js';

/** One way in which a term may stand in a page: all of these lexemes. */
export interface Form {
  lexemes: string[];
  /** The last lexeme is only the beginning of a word. */
  isPrefix?: boolean;
  /** Short beginnings are in every page: they count in titles and headings only. */
  isHeadOnly?: boolean;
}

/** Something that a page should have: in one form or another. */
export interface Term {
  /** As it was written, folded. */
  text: string;
  kind: 'word' | 'run';
  forms: Form[];
  /** Texts to find when an excerpt is cut, the typed one first: words by their beginning, runs anywhere. */
  needles: string[];
  /** Of a name in camel case: what stands for it where all of these are. */
  pieces?: string[];
}

export interface ParsedQuery {
  /** A page must have all of them. */
  terms: Term[];
  /** Names with punctuation or capitals inside, as one lexeme each; pages with the name as a whole come first. */
  wholes: Form[];
  /** Words between quotes: they must stand side by side. */
  phrases: string[][];
  /** All words in order, for pages that have them side by side without being asked to. */
  sequence: string[];
}

/** A page with these has the rest too, or is good enough without. */
export const MAX_TERMS = 32;
/** Shorter beginnings would match nearly every page. */
const PREFIX_FROM = 4;
const QUOTED = /"([^"]+)"|\u201c([^\u201d]+)\u201d|\u300c([^\u300d]+)\u300d/g;
const UNFINISHED = /[\p{L}\p{M}\p{N}]$/u;

/** Parses a query. The last word may be unfinished when nothing follows it. */
export function parseQuery(query: string, languages: readonly Language[]): ParsedQuery {
  const parsed: ParsedQuery = { terms: [], wholes: [], phrases: [], sequence: [] };
  const silent: Term[] = [];
  const rest = query.replace(QUOTED, (_, ...found: (string | undefined)[]) => {
    const phrase = [...chunksOf(found.slice(0, 3).find((one) => one !== undefined) ?? '')];
    const words = phrase.flatMap(lexemesOf);
    if (words.length > 1) parsed.phrases.push(words);
    for (const word of words) parsed.terms.push(exactly(word));
    return ' ';
  });
  const chunks = [...chunksOf(rest)];
  for (const chunk of chunks) {
    // In a name such as AT&T a word says something that says nothing elsewhere.
    const isSilent = (word: Word): boolean =>
      chunk.whole === undefined && languages.some((language) => language.isStopword(word.text));
    for (const part of chunk.parts) {
      if (part.kind === 'run') parsed.terms.push(runTerm(part));
      else (isSilent(part) ? silent : parsed.terms).push(wordTerm(part, chunk, languages));
    }
    for (const whole of wholesOf(chunk)) parsed.wholes.push({ lexemes: [whole] });
    parsed.sequence.push(...lexemesOf(chunk));
  }
  if (parsed.terms.length === 0) parsed.terms = silent;
  parsed.terms = unique(parsed.terms);
  const last = chunks.at(-1);
  if (last && UNFINISHED.test(rest)) allowUnfinished(parsed, last);
  parsed.terms.splice(MAX_TERMS);
  return parsed;
}

/** The term as the beginning of a longer word. */
export function prefixForms(word: string): Form[] {
  if (word.length >= PREFIX_FROM) return [{ lexemes: [word], isPrefix: true }];
  return [{ lexemes: [word], isPrefix: true, isHeadOnly: true }];
}

/** The forms of a word in some languages. */
export function wordForms(word: Pick<Word, 'text' | 'plain'>, languages: readonly Language[]): Form[] {
  const stems = languages.flatMap((language) => [
    language.stem(word.plain, word.text) ?? [],
    // The writer of the query may have left out the diacritics that the stem of the page's word was made with.
    language.stem(word.text, word.text) ?? [],
  ]);
  const lexemes = [
    word.text,
    stemLexeme(word.text),
    ...stems.flat().flatMap((stem) => [stem, stemLexeme(stem)]),
  ];
  return [...new Set(lexemes)].map((lexeme) => ({ lexemes: [lexeme] }));
}

function wordTerm(word: Word, chunk: Chunk, languages: readonly Language[]): Term {
  const { joined } = chunk;
  const forms = [word, ...(joined ? [joined] : [])].flatMap((one) => wordForms(one, languages));
  const stems = forms.flatMap(({ lexemes }) => lexemes.map((lexeme) => lexeme.replace(/^~/, '')));
  const term: Term = { text: word.text, kind: 'word', forms, needles: [...new Set(stems)] };
  if (!isCamelCase(chunk)) return term;
  return { ...term, forms: [...forms, { lexemes: chunk.humps }], pieces: chunk.humps };
}

function runTerm({ text, grams, lastCharacter }: Run): Term {
  const lexemes = [...new Set(grams)].slice(0, MAX_TERMS);
  const isPrefix = text === lastCharacter;
  return { text, kind: 'run', forms: [{ lexemes, isPrefix }], needles: [text, ...lexemes] };
}

function exactly(lexeme: string): Term {
  return { text: lexeme, kind: 'word', forms: [{ lexemes: [lexeme] }], needles: [lexeme] };
}

function allowUnfinished({ terms, wholes }: ParsedQuery, { parts, whole, joined }: Chunk): void {
  for (const part of parts) {
    const forms = part.kind === 'word' ? terms.find(({ text }) => text === part.text)?.forms : undefined;
    if (part === parts.at(-1)) forms?.push(...prefixForms(part.text));
    if (joined) forms?.push(...prefixForms(joined.text));
  }
  if (whole !== undefined) wholes.push({ lexemes: [whole], isPrefix: true });
}

function isCamelCase({ humps, parts }: Chunk): boolean {
  return humps.length > 0 && parts.length === 1;
}

function wholesOf(chunk: Chunk): string[] {
  if (chunk.whole !== undefined) return [chunk.whole];
  return isCamelCase(chunk) ? chunk.parts.map(({ text }) => text) : [];
}

function lexemesOf(chunk: Chunk): string[] {
  return chunk.parts.flatMap((part) => (part.kind === 'word' ? [part.text] : part.grams));
}

function unique(terms: readonly Term[]): Term[] {
  const byText = new Map<string, Term>();
  for (const term of terms) if (!byText.has(term.text)) byText.set(term.text, term);
  return [...byText.values()];
}
