import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { DOCUMENT_LIMITS, DocumentSize } from '../document-limits.js';
import type { DocumentNode } from '../document.types.js';
import { arbitraryDocument } from '../document.fixture.js';
import { parsePage } from '../markdown/parse-markdown.js';
import { serializePage } from '../markdown/serialize-markdown.js';
import { linesProblem, readWithinLimits, TextTooLarge } from './text-limits.js';

const DOCS = new URL('../../../../docs/', import.meta.url).pathname;
/** Front matter and the title of a page are lines, but not blocks of its document. */
const OUTSIDE = 3;

function blocksOf(nodes: readonly DocumentNode[]): number {
  return nodes.reduce((sum, node) => {
    if (node.object === 'text') return sum;
    const fragments = (node.fragments ?? []).flatMap((fragment) => fragment.nodes);
    return sum + (node.object === 'block' ? 1 : 0) + blocksOf([...(node.nodes ?? []), ...fragments]);
  }, 0);
}

/** Returns the problem of a text when a document may have only as many blocks as that of the text. */
function passed(markdown: string): string | undefined {
  const blocks = blocksOf(parsePage(markdown).document.nodes) + OUTSIDE;
  return linesProblem(markdown, new DocumentSize({ ...DOCUMENT_LIMITS, blocks }));
}

describe('the limits of a text, checked by its lines', () => {
  it.each([
    ['headings', '# A\n', /larger than 5000 headings/],
    ['items', '* a\n', /larger than 30000 blocks/],
    ['numbered items', '1. a\n', /larger than 30000 blocks/],
    ['paragraphs', 'a\n\n', /larger than 30000 blocks/],
    ['lines of code', '```\n' + 'a\n'.repeat(400_000), /larger than 30000 blocks/],
  ])('refuse a million characters of %s before they are parsed', async (_name, line, message) => {
    const read = vi.fn<() => Promise<never>>();
    const refused = readWithinLimits(line.repeat(Math.ceil(1_000_000 / line.length)), read);
    await expect(refused).rejects.toThrow(TextTooLarge);
    await expect(refused).rejects.toThrow(message);
    expect(read).not.toHaveBeenCalled();
  });

  it('let a long text of few blocks pass', () => {
    expect(linesProblem('word\n'.repeat(200_000))).toBeUndefined();
    expect(linesProblem('~~~\n```\n# x\n~~~\n' + 'word\n'.repeat(100_000))).toBeUndefined();
  });

  it('count no more blocks than the pages of the guides have', () => {
    const names = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) expect(passed(readFileSync(join(DOCS, name), 'utf8')), name).toBeUndefined();
  });

  it('count no more blocks than any document that is written as Markdown has', () => {
    fc.assert(
      fc.property(arbitraryDocument, (document) => {
        expect(passed(serializePage({ title: 'Page' }, document))).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});
