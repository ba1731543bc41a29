import type { JSONDocument } from '#modules/documents/browser.js';
import { type MergedDocument, mergeDocuments } from '../document/index.js';

/** A Markdown text as it was last read, and the document of the editor at that time. */
export interface MarkdownBase {
  text: string;
  /** Lacks what Markdown cannot hold. */
  reading: JSONDocument;
  document: JSONDocument;
}

/** Markdown that the server has not read yet, as a draft keeps it. */
export interface UnreadMarkdown {
  text: string;
  base: MarkdownBase;
}

/**
 * Brings an edit of the Markdown into the document of the editor. Blocks that the edit leaves as they were stay as the
 * document has them, although Markdown may say less of them.
 * @param reading of the edited text.
 * @param now the document, which may have changes of others since the last reading.
 */
export function applyMarkdown(base: MarkdownBase, reading: JSONDocument, now: JSONDocument): MergedDocument {
  const mine = mergeDocuments(base.reading, reading, base.document).document;
  return mergeDocuments(base.document, mine, now);
}
