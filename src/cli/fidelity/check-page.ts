import { documentsEqual, parsePage, serializePage, type MarkdownWarning } from '#modules/documents/index.js';
import { missing, takeInventory } from './inventory.js';

export interface PageReport {
  /** One line for each thing that does not survive; empty for a clean page. */
  losses: string[];
  warnings: MarkdownWarning[];
}

/**
 * Sends one Markdown file through the document model and back and says what got lost on the way: from Markdown to
 * Markdown by an independent inventory of both texts, from document to document by comparing the documents.
 */
export function checkPage(markdown: string): PageReport {
  try {
    const first = parsePage(markdown);
    const written = serializePage(first.meta, first.document);
    const second = parsePage(written);
    const losses = missing(takeInventory(markdown), takeInventory(written));
    if (!documentsEqual(first.document, second.document))
      losses.push('document → Markdown → document is another document');
    if (JSON.stringify(first.meta) !== JSON.stringify(second.meta))
      losses.push('title or front matter changed on the way back');
    if (serializePage(second.meta, second.document) !== written)
      losses.push('Markdown changes again on a second pass');
    return { losses, warnings: first.warnings };
  } catch (error) {
    return {
      losses: [`threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`],
      warnings: [],
    };
  }
}
