import type { ParseContext, ParsedMarkdown, ParsedPage } from './markdown.types.js';

export function parsePage(_markdown: string, _context: ParseContext = {}): ParsedPage {
  throw new Error('not written yet');
}

export function parseMarkdown(_markdown: string, _context: ParseContext = {}): ParsedMarkdown {
  throw new Error('not written yet');
}
