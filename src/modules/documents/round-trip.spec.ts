import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryDocument } from './document.fixture.js';
import type { JSONDocument } from './document.types.js';
import {
  documentsEqual,
  normalizeDocument,
  parseMarkdown,
  parsePage,
  serializeMarkdown,
  serializePage,
} from './index.js';
import { arbitraryMarkdown } from './markdown.fixture.js';

const RUNS = 300;

describe('round trip', () => {
  it('document → Markdown → document is equal', () => {
    fc.assert(
      fc.property(arbitraryDocument, (document) => {
        const wanted = normalizeDocument(document);
        const markdown = serializeMarkdown(document);
        const back = parseMarkdown(markdown).document;
        expect(documentsEqual(wanted, back), difference(markdown, wanted, back)).toBe(true);
        expect(serializeMarkdown(back)).toBe(markdown);
      }),
      { numRuns: RUNS },
    );
  }, 600_000);

  it('any text parses, and what it parses to round-trips', () => {
    fc.assert(
      fc.property(arbitraryMarkdown(), (markdown) => {
        const first = parsePage(markdown);
        const written = serializePage(first.meta, first.document);
        const second = parsePage(written);
        expect(
          documentsEqual(first.document, second.document),
          difference(written, first.document, second.document),
        ).toBe(true);
        expect(second.meta).toEqual(first.meta);
        expect(serializePage(second.meta, second.document)).toBe(written);
        expect(parsePage(markdown)).toEqual(first);
      }),
      { numRuns: RUNS * 2 },
    );
  }, 600_000);
});

/** What a failing run shows: the Markdown, and both documents without what is no content. */
function difference(markdown: string, wanted: JSONDocument, found: JSONDocument): string {
  return ['', markdown, JSON.stringify(strip(wanted.nodes)), JSON.stringify(strip(found.nodes))].join(
    '\n-----\n',
  );
}

/** Without keys and ids, for a readable difference. */
function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member]) => !['key', 'object', 'isVoid'].includes(member))
      .map(([member, one]) => [member, strip(one)]),
  );
}
