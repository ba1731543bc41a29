import type { Language } from '../text/languages.js';
import type { Section } from '../text/sections.js';
import { type Chunk, chunksOf, type Word } from '../text/tokenize.js';
import {
  stemLexeme,
  headingLexeme,
  organizationLexeme,
  spaceLexeme,
  titleLexeme,
  quoteLexeme,
} from './lexemes.js';

/** Searchable parts of a page. */
export interface SearchablePage {
  organizationId: string;
  spaceId: string;
  title: string;
  description: string;
  sections: readonly Section[];
}

export interface PageVector {
  /** As PostgreSQL writes a tsvector. */
  vector: string;
  /** Number of words of the title. */
  titleWords: number;
  /** Words that a misspelt one may stand for. */
  words: Set<string>;
}

/** Weights of PostgreSQL: title, heading, description, text. */
type Weight = 'A' | 'B' | 'C' | 'D';

/** A tsvector holds 1 MB; the words after these are in pages longer than anybody reads. */
const MAX_LEXEMES = 30_000;
const MAX_WORDS = 120_000;
/** Limits of PostgreSQL. */
const LAST_POSITION = 16_383;
const MAX_POSITIONS = 200;
const MAX_STEM_POSITIONS = 4;
/** Between fields, so that no phrase reaches from one into the other. */
const GAP = 20;

/** Everything that is searched of a page, as one search vector. */
export function pageVector(page: SearchablePage, language: Language): PageVector {
  const builder = new VectorBuilder(language);
  builder.flag(organizationLexeme(page.organizationId));
  builder.flag(spaceLexeme(page.spaceId));
  builder.add(page.title, 'A', titleLexeme);
  const titleWords = builder.wordCount;
  builder.add(page.description, 'C');
  for (const section of page.sections) {
    builder.add(section.title, 'B', headingLexeme);
    builder.add(section.text, 'D');
  }
  return { vector: builder.toString(), titleWords, words: builder.words };
}

class VectorBuilder {
  readonly words = new Set<string>();
  wordCount = 0;
  private position = 1;
  private readonly lexemes = new Map<string, string[]>();

  constructor(private readonly language: Language) {}

  flag(lexeme: string): void {
    if (!this.lexemes.has(lexeme) && this.lexemes.size < MAX_LEXEMES) this.lexemes.set(lexeme, []);
  }

  add(text: string, weight: Weight, mark?: (word: string) => string): void {
    for (const chunk of chunksOf(text)) {
      if (this.wordCount >= MAX_WORDS) return;
      this.addChunk(chunk, weight, mark);
    }
    this.position += GAP;
  }

  toString(): string {
    let text = '';
    for (const [lexeme, places] of this.lexemes) {
      text += `${text && ' '}${quoteLexeme(lexeme)}${places.length > 0 ? `:${places.join(',')}` : ''}`;
    }
    return text;
  }

  private addChunk(chunk: Chunk, weight: Weight, mark?: (word: string) => string): void {
    const { parts, whole, humps, joined } = chunk;
    for (const lexeme of whole === undefined ? humps : [whole, ...humps]) this.set(lexeme, weight, mark);
    if (joined) this.setWord(joined, weight, mark);
    for (const part of parts) {
      if (part.kind === 'word') {
        this.setWord(part, weight, mark);
        this.advance();
        continue;
      }
      for (const gram of part.grams) {
        this.set(gram, weight, mark);
        this.advance();
      }
      // A single character is looked for as the beginning of a pair; the last one begins none.
      this.flag(part.lastCharacter);
      if (mark) this.flag(mark(part.lastCharacter));
    }
  }

  /** At the current place; others may stand there too. */
  private setWord({ text, plain }: Word, weight: Weight, mark?: (word: string) => string): void {
    const stem = this.language.stem(plain, text);
    if (stem !== undefined) this.set(stemLexeme(stem), weight, mark, MAX_STEM_POSITIONS);
    if (text.length >= 4 && text.length <= 24 && /^\p{L}+$/u.test(text)) this.words.add(text);
    this.set(text, weight, mark);
  }

  private set(lexeme: string, weight: Weight, mark?: (word: string) => string, most?: number): void {
    this.addPosition(lexeme, weight, most);
    if (mark) this.flag(mark(lexeme));
  }

  private advance(): void {
    this.position++;
    this.wordCount++;
  }

  private addPosition(lexeme: string, weight: Weight, most = MAX_POSITIONS): void {
    let places = this.lexemes.get(lexeme);
    if (!places) {
      if (this.lexemes.size >= MAX_LEXEMES) return;
      this.lexemes.set(lexeme, (places = []));
    }
    if (places.length < most && this.position < LAST_POSITION)
      places.push(weight === 'D' ? String(this.position) : `${this.position}${weight}`);
  }
}
