import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryDocument } from '../document.fixture.js';
import type { DocumentBlock, JSONDocument } from '../document.types.js';
import { markdownStyle, type Style, styledMarkdown } from './source.fixture.js';
import { arbitraryMarkdown } from '../markdown.fixture.js';
import { parseMarkdown, parsePage } from '../markdown/parse-markdown.js';
import { serializeMarkdown, serializePage } from '../markdown/serialize-markdown.js';
import { rewriteText } from './rewrite-text.js';
import { thoroughly } from '../../../../test/support/thoroughly.js';

const RUNS = thoroughly(300);

function rewritten(source: string, next: JSONDocument): string {
  const { meta } = parsePage(source);
  return rewriteText({ kind: 'page', source, meta, document: next, impliedTitle: meta.title }, {});
}

describe('a text that is written into', () => {
  it('keeps every byte without an edit', () => {
    fc.assert(
      fc.property(arbitraryMarkdown(), (source) => {
        expect(rewritten(source, parsePage(source).document)).toBe(source);
      }),
      { numRuns: RUNS * 2 },
    );
  }, 600_000);

  it('says what is wanted, whatever it said before', () => {
    fc.assert(
      fc.property(arbitraryMarkdown(), arbitraryDocument, (source, document) => {
        const text = rewriteText({ kind: 'markdown', source, meta: {}, document }, {});
        expect(serializeMarkdown(parseMarkdown(text).document)).toBe(serializeMarkdown(document));
      }),
      { numRuns: RUNS },
    );
  }, 600_000);

  it('says what is wanted after blocks were edited, moved, removed and added', () => {
    fc.assert(
      fc.property(arbitraryMarkdown(), fc.array(edit, { minLength: 1, maxLength: 3 }), (source, edits) => {
        const { meta, document } = parsePage(source);
        const next = { ...document, nodes: edits.reduce((nodes, one) => one(nodes), document.nodes) };
        const canonical = serializePage({}, next);
        // The ends of HTML and tags that have no partner find one beside other blocks.
        if (serializePage({}, parsePage(canonical).document) !== canonical) return;
        const back = parsePage(rewritten(source, next));
        // A first heading that is moved to the start is a title.
        if (back.meta.title !== meta.title) return;
        expect(serializePage({}, back.document)).toBe(serializePage({}, next));
      }),
      { numRuns: RUNS * 2 },
    );
  }, 600_000);

  it('changes no line outside of the edited block, in any style', () => {
    fc.assert(
      fc.property(markdownStyle, fc.nat(), (style: Style, at) => {
        const { source, blocks } = styledMarkdown(style);
        const { block, word, edited } = blocks[at % blocks.length]!;
        const document = JSON.parse(
          JSON.stringify(parsePage(source).document).replaceAll(word, `${word}edited`),
        ) as JSONDocument;
        const text = rewritten(source, document);
        expect(text).toBe(source.replace(block, edited));
      }),
      { numRuns: RUNS },
    );
  }, 600_000);
});

type Edit = (nodes: DocumentBlock[]) => DocumentBlock[];

const paragraph = (text: string): DocumentBlock => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});

/** An edit of the blocks of a document; what it does to none of them is nothing. */
const edit: fc.Arbitrary<Edit> = fc
  .tuple(fc.constantFrom('add', 'remove', 'move', 'word', 'copy'), fc.nat(), fc.nat())
  .map(([kind, first, second]): Edit => (nodes) => {
    const at = first % (nodes.length + 1);
    const one = nodes[at];
    switch (kind) {
      case 'add':
        return nodes.toSpliced(at, 0, paragraph('Some new words.'));
      case 'remove':
        return nodes.length > 1 ? nodes.toSpliced(at, 1) : nodes;
      case 'move':
        return one ? nodes.toSpliced(at, 1).toSpliced(second % nodes.length, 0, one) : nodes;
      case 'copy':
        return one ? nodes.toSpliced(second % nodes.length, 0, one) : nodes;
      default:
        return one ? nodes.with(at, withWord(one)) : nodes;
    }
  });

function withWord(block: DocumentBlock): DocumentBlock {
  let isDone = false;
  return JSON.parse(
    JSON.stringify(block, (name, value: unknown) => {
      if (name !== 'text' || typeof value !== 'string' || isDone) return value;
      isDone = true;
      return `${value}word`;
    }),
  ) as DocumentBlock;
}
