import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DocumentBlock,
  documentText,
  type JSONDocument,
  normalizeDocument,
  parseMarkdown,
  validateDocument,
} from '#modules/documents/index.js';
import { documentScope, evaluateDocument } from './index.js';

const SCOPE = documentScope({
  space: { product: 'Bindery', version: 3, tags: ['a', 'b'] },
  page: { audience: 'writers' },
  claims: { plan: 'pro' },
});

const read = (markdown: string) => parseMarkdown(markdown).document;
const all = (markdown: string) => evaluateDocument(read(markdown), SCOPE, true);
const known = (markdown: string) => evaluateDocument(read(markdown), SCOPE, 'deterministic-only');
const code = (expression: string) => `<code class="expression">${expression}</code>`;
const names = (document: JSONDocument) => document.nodes.map((node) => node.type);

describe('expressions in a document', () => {
  it.each([
    ['space.vars.product', 'Bindery'],
    ['space.vars.version + 1', '4'],
    ['space.vars.tags', 'a, b'],
    ['space.vars.nothing', ''],
    ['visitor.claims', ''],
    ['page.vars.audience.toUpperCase()', 'WRITERS'],
    ['space.vars.', 'space.vars.'],
    ['visitor.claims + 1', 'visitor.claims + 1'],
  ])('evaluate %s to "%s"', (source, words) => {
    expect(documentText(all(`Here: ${code(source)}!`))).toBe(`Here: ${words}!`);
  });

  it('become part of the text around them, without a mark', () => {
    expect(all(`## About ${code('space.vars.product')}`).nodes[0]?.nodes).toEqual([
      { object: 'text', leaves: [{ object: 'leaf', text: 'About Bindery', marks: [] }] },
    ]);
  });

  it('are evaluated in table cells, list items and lines of code too', () => {
    const table = `| A |\n| --- |\n| ${code('space.vars.product')} |`;
    const list = `- ${code('page.vars.audience')}`;
    const block = `<pre><code>x = ${code('space.vars.version')}\n</code></pre>`;
    const text = documentText(all(`${table}\n\n${list}\n\n${block}`));
    expect(text).toContain('Bindery');
    expect(text).toContain('writers');
    expect(text).toContain('x = 3');
  });

  it('leave a source without a node of its own as it is', () => {
    const document = read('<u>x</u>');
    expect(evaluateDocument(document, SCOPE, true)).toBe(document);
  });
});

describe('conditions in a document', () => {
  const when = (expression: string, text: string) => `{% if ${expression} %}\n${text}\n{% endif %}`;

  it('show their blocks when they hold, and remove them otherwise', () => {
    const document = all(
      `${when('visitor.claims.plan == "pro"', '# Pro\n\nText')}\n\n${when('false', 'Gone')}\n\nEnd`,
    );
    expect(names(document)).toEqual(['heading-1', 'paragraph', 'paragraph']);
    expect(documentText(document)).toBe('Pro\nText\nEnd');
  });

  it('that fail to evaluate do not hold', () => {
    expect(documentText(all(`${when('visitor.claims.', 'Gone')}\n\nEnd`))).toBe('End');
  });

  it('may be nested', () => {
    const inner = when('space.vars.version > 2', 'Both');
    expect(documentText(all(when('true', `${inner}\n\n${when('space.vars.version > 3', 'One')}`)))).toBe(
      'Both',
    );
  });

  it('leave at least one block in a container', () => {
    const inside = (type: string, data: object = {}): DocumentBlock =>
      ({
        object: 'block',
        type,
        isVoid: false,
        data,
        nodes: read(when('false', 'Gone')).nodes,
      }) as DocumentBlock;
    for (const type of ['hint', 'blockquote']) {
      const document = normalizeDocument({
        object: 'document',
        data: {},
        nodes: [inside(type, { style: 'info' })],
      });
      const evaluated = evaluateDocument(document, SCOPE, true);
      expect(evaluated.nodes[0]?.nodes).toMatchObject([{ type: 'paragraph' }]);
    }
    expect(names(all(when('false', 'Gone')))).toEqual(['paragraph']);
  });
});

describe('the evaluation with deterministic-only', () => {
  it('keeps what depends on the visitor, and evaluates the rest inside of it', () => {
    const document = known(
      `${code('space.vars.product')} for ${code('visitor.claims.plan')}\n\n{% if visitor.claims.plan == "pro" %}\nVersion ${code('space.vars.version')}\n{% endif %}\n\n{% if page.vars.audience == "writers" %}\nHello\n{% endif %}`,
    );
    expect(names(document)).toEqual(['paragraph', 'if', 'paragraph']);
    expect(document.nodes[0]?.nodes).toMatchObject([
      { leaves: [{ text: 'Bindery for ' }] },
      { type: 'expression', data: { expression: 'visitor.claims.plan' } },
    ]);
    expect(documentText(document)).toContain('Version 3');
  });

  it('keeps an expression that cannot be parsed', () => {
    const document = read(`${code('space.vars.')}\n\n{% if 1 + %}\nText\n{% endif %}`);
    expect(evaluateDocument(document, SCOPE, 'deterministic-only')).toBe(document);
  });
});

it('the evaluation of a document without expressions answers the same document', () => {
  const document = read('# Title\n\nText');
  expect(evaluateDocument(document, SCOPE, true)).toBe(document);
});

it('the evaluation of a document has one budget for all its expressions', () => {
  const list = Array.from({ length: 1000 }, (_, i) => i);
  const slow = Array.from({ length: 500 }, (_, i) => code(`space.vars.list.filter(x => x == ${i}).length`));
  const scope = documentScope({ space: { list } });
  const text = documentText(evaluateDocument(read(slow.join(' ')), scope, true));
  expect(text.startsWith('1 1 1')).toBe(true);
  expect(text).toContain('space.vars.list');
});

it('the evaluation of a document gives a valid normalized one, and a second one changes nothing', () => {
  const words = fc.constantFrom(
    'space.vars.product',
    'visitor.claims.plan',
    'x.',
    'false',
    '1 +',
    '"<b>\\n"',
  );
  const inline = words.map(code);
  const block: fc.Arbitrary<string> = fc.letrec<{ block: string }>((tie) => ({
    block: fc.oneof(
      { depthSize: 'small' },
      inline,
      inline.map((text) => `- item ${text}`),
      inline.map((text) => `# ${text}`),
      fc.tuple(words, tie('block')).map(([source, text]) => `{% if ${source} %}\n${text}\n{% endif %}`),
      tie('block').map((text) => `{% hint style="info" %}\n${text}\n{% endhint %}`),
    ),
  })).block;
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), fc.boolean(), (blocks, isWhole) => {
      const document = read(blocks.join('\n\n'));
      const mode = isWhole ? true : 'deterministic-only';
      const evaluated = evaluateDocument(document, SCOPE, mode);
      const { nodes } = validateDocument(structuredClone(evaluated));
      expect(nodes.length).toBe(evaluated.nodes.length);
      expect(evaluateDocument(evaluated, SCOPE, mode)).toBe(evaluated);
      const isDecided = !JSON.stringify(evaluated).includes('"type":"if"');
      expect(isDecided || !isWhole).toBe(true);
    }),
  );
});
