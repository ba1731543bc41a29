import type { JSONDocument } from '#modules/documents/index.js';
import { storableJson } from '#platform/database/storable-json.js';
import { languageOf } from '../text/languages.js';
import { sectionsOf } from '../text/sections.js';
import { pageVector } from './page-vector.js';

/** Texts of pages of one space. */
export interface TextsToIndex {
  organizationId: string;
  spaceId: string;
  /** Of the space. */
  language: string | null;
  pages: readonly TextToIndex[];
}

export interface TextToIndex {
  title: string;
  description: string | null;
  /** Canonical JSON; null for a page without a document. */
  document: string | null;
}

/** Stored texts of the pages. */
export interface IndexedTexts {
  pages: IndexedText[];
  /** Words that a misspelt one may stand for. */
  words: string[];
}

export interface IndexedText {
  /** As PostgreSQL writes a tsvector. */
  vector: string;
  /** Number of words of the title. */
  titleWords: number;
  /** As JSON that can be stored: a list of `Section`. */
  sections: string;
}

/** Reads the texts of pages and cuts them into words. For a thread, where the texts are many or long. */
export async function indexTexts({ pages, ...space }: TextsToIndex): Promise<IndexedTexts> {
  const language = await languageOf(space.language);
  const words = new Set<string>();
  const indexed = pages.map(({ title, description, document }): IndexedText => {
    const sections = document === null ? [] : sectionsOf(JSON.parse(document) as JSONDocument);
    const page = pageVector({ ...space, title, description: description ?? '', sections }, language);
    for (const word of page.words) words.add(word);
    const { vector, titleWords } = page;
    return { vector, titleWords, sections: storableJson(sections) };
  });
  return { pages: indexed, words: [...words] };
}
