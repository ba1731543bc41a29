import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DocumentBlock,
  documentAnchors,
  documentReferences,
  documentsEqual,
  type JSONDocument,
  normalizeDocument,
  parseMarkdown,
  serializeMarkdown,
  tidyInlines,
  validateDocument,
} from '#modules/documents/index.js';
import { arbitraryDocument } from '../../documents/document.fixture.js';
import { inlines } from '../../documents/inline.fixture.js';
import { documentCatalogue } from '../../../../test/support/document-catalogue.js';
import { linePieces, pieceNodes } from './line-pieces.js';
import { mapSegmentText } from './placeholders.js';
import { pointInside } from './point-inside.js';
import { translateDocument } from './translate-document.js';
import { type Lookup, translatePlain } from './translate-line.js';
import { thoroughly } from '../../../../test/support/thoroughly.js';

const parse = (markdown: string) => parseMarkdown(markdown).document;
const loud = (segment: string) => mapSegmentText(segment, (text) => text.toUpperCase());
/** Tells whether a document is accepted; one with elements of unknown types is refused. */
function isValid(document: JSONDocument): boolean {
  try {
    validateDocument(document);
    return true;
  } catch {
    return false;
  }
}

/** Looked up segments in order, each as often as it occurs. */
function lookedUp(translate: (lookup: Lookup) => unknown): string[] {
  const segments: string[] = [];
  translate((segment) => void segments.push(segment));
  return segments;
}
const segmentsOf = (document: JSONDocument) => lookedUp((lookup) => translateDocument(document, lookup));
const ids = { page: 'p', file: 'f', space: 's', user: 'u', collection: 'c' };
const catalogue = documentCatalogue(ids).map(({ name, blocks }) => ({
  name,
  document: validateDocument({ object: 'document', data: {}, nodes: blocks }),
}));

describe('the segments of a document', () => {
  it.each([
    ['marks', 'Save **the *new* file** now', ['Save <1>the <2>new</2> file</1> now']],
    ['code and formulas', 'Run `npm i` for $$x^2$$ here', ['Run <1/> for <2/> here']],
    ['inlines side by side', 'Press :smile:`a` now', ['Press <1/> now']],
    ['a line with one mark', '* **Save**\n* [Save](https://a.b)', ['Save', 'Save']],
    ['links', 'See [the `x` method](y.md "A title")', ['See <1>the <2/> method</1>', 'A title']],
    ['a link in bold words', '**see [this](y.md) now** ok', ['<1>see <2>this</2> now</1> ok']],
    ['addresses', 'Ask me@example.com or https://a.b/c, please', ['Ask <1/> or <2/>, please']],
    ['names of templates', 'Hello {{ user.name }}, {count} new', ['Hello <1/>, <2/> new']],
    ['signs', 'a < b & c', ['a &lt; b &amp; c']],
    ['nothing to translate', '42\n\n`code`\n\n---\n\n[`x`](y.md) **7**', []],
    [
      'code with a title',
      '{% code title="What it does" %}\n```js\na()\n```\n{% endcode %}',
      ['What it does'],
    ],
    ['code of a file', '{% code title="src/main.ts" %}\n```js\na()\n```\n{% endcode %}', []],
    ['raw HTML', '<section>words <b>here</b></section>', []],
    ['pictures', '![Alt words](i.png "Caption words")', ['Alt words', 'Caption words']],
    ['tables', '| One | **Two** |\n| - | - |\n| x `y` | 7 |', ['One', 'Two', 'x <1/>']],
    [
      'footnotes and titles',
      'A note[^1] here\n\n<details>\n\n<summary>More</summary>\n\nbody\n\n</details>\n\n[^1]: Said **so**',
      ['A note<1/> here', 'Said <1>so</1>', 'More', 'body'],
    ],
    ['tabs', '{% tabs %}\n{% tab title="First" %}\nwords\n{% endtab %}\n{% endtabs %}', ['First', 'words']],
    ['buttons', '<a href="x.md" class="button primary">Start</a>', ['Start']],
  ])('are extracted from %s', (_, markdown, expected) => {
    expect(segmentsOf(parse(markdown))).toEqual(expected);
  });

  it('are the words of every block in reading order', () => {
    const found = Object.fromEntries(catalogue.map(({ name, document }) => [name, segmentsOf(document)]));
    expect(found).toMatchObject({
      'mark code': ['before <1/> after'],
      'mark color': ['<1>red words</1> <2>on info</2>'],
      'marks together': ['all of them'],
      'line break': ['first line\nsecond line'],
      'link around an image': ['x <1/>'],
      'inline-image': ['see <1/>', 'a', 'c'],
      annotation: ['the <1>noted words</1>', 'Body of the note'],
      'button that asks': ['Press me', 'why'],
      expression: ['is <1/>'],
      'code-line': ['note in code'],
      image: ['Alternative', 'Caption <1>words</1>'],
      embed: ['Caption <1>words</1>'],
      'openapi-schemas': [],
      'prompt full': ['For what'],
      'column select': ['Words', 'Column title', 'Option A', 'Option B', 'row', 'row'],
      'column image': ['Words', 'Column title', 'row', 'row', 'Alt'],
      'grid with a hidden column': ['Name', 'Hidden', 'shown', 'not shown'],
      'merged cells': ['A', 'B', 'C', 'across', 'x', 'y', 'down', 'z', 'q', 'w'],
    });
  });
});

describe('translateDocument', () => {
  it('returns the same document when nothing changes', () => {
    for (const { document } of catalogue) {
      expect(translateDocument(document, (segment) => segment)).toBe(document);
      expect(translateDocument(document, () => undefined)).toBe(document);
      expect(translateDocument(document, () => '<9/> <1>')).toBe(document);
    }
  });

  it('keeps everything except the words', () => {
    fc.assert(
      fc.property(arbitraryDocument.filter(isValid), (drawn) => {
        const document = validateDocument(drawn);
        const translated = translateDocument(document, loud);
        expect(documentsEqual(validateDocument(structuredClone(translated)), translated)).toBe(true);
        // When upper case is the other language, a document in upper case has nothing to translate.
        expect(skeleton(translated)).toEqual(skeleton(document));
        expect(segmentsOf(translated)).toEqual(segmentsOf(document).map(loud));
      }),
      { numRuns: thoroughly(300) },
    );
  }, 600_000);

  it.each(catalogue)('takes a translation of $name through Markdown and validation', ({ document }) => {
    const translated = translateDocument(document, loud);
    expect(validateDocument(structuredClone(translated))).toEqual(translated);
    expect(skeleton(translated)).toEqual(skeleton(document));
    const back = parse(serializeMarkdown(translated));
    expect(documentsEqual(back, translated)).toBe(true);
  });

  it('puts placeholders at their places in the translation', () => {
    const document = parse('Open the **file** with `vi` and [save](x.md) it.');
    const translated = translateDocument(document, () => '<3>Speichern</3>: <2 /> &gt; <1>Datei</1> & mehr');
    expect(serializeMarkdown(translated).trim()).toBe('[Speichern](x.md): `vi` > **Datei** & mehr');
  });

  it('keeps the blanks around a line, and a line whose placeholders do not match', () => {
    const document = parse('A **bold** line\n\nAnother `x`');
    const back = translateDocument(document, (segment) =>
      segment.startsWith('A ') ? 'Eine Zeile' : '  Noch <1/> \n',
    );
    expect(serializeMarkdown(back).trim()).toBe('A **bold** line\n\nNoch `x`');
  });

  it('keeps the anchors of headings and the keys of blocks', () => {
    const document = parse(
      '## First steps\n\n## First steps\n\n## Own <a href="#mine" id="mine"></a>\n\n## 日本',
    );
    const translated = translateDocument(document, (segment) => `Über ${segment}`);
    expect(documentAnchors(translated).slice(0, 3)).toEqual(['first-steps', 'first-steps-1', 'mine']);
    expect(translated.nodes.map(({ key }) => key)).toEqual(document.nodes.map(({ key }) => key));
  });

  it('keeps an anchor that two headings share, and links to an alias of a heading', () => {
    const document = parse(
      '## One <a href="#x" id="x"></a>\n\n## Two <a href="#x" id="x"></a>\n\n## 3. Set it up\n\n[go](#id-3.-set-it-up)',
    );
    const translated = translateDocument(document, (segment) => `Über ${segment}`);
    expect(documentAnchors(translated)).toEqual(['x', 'two', '3-set-it-up']);
    expect(documentReferences(translated)[0]?.ref).toEqual({ kind: 'anchor', anchor: '3-set-it-up' });
  });

  it('translates the text and the rich form of a title alike', () => {
    const document = parse('| Name **of it** |\n| - |\n| x |');
    const table = translateDocument(document, loud).nodes[0] as DocumentBlock;
    expect(JSON.stringify(table.data['definition'])).toContain('"title":"NAME OF IT"');
    expect(segmentsOf(document)).toEqual(['Name <1>of it</1>', 'x']);
  });
});

describe('the pieces of a line', () => {
  it('give the same line again', () => {
    fc.assert(
      fc.property(inlines, (nodes) => {
        const line = normalizeDocument({
          object: 'document',
          data: {},
          nodes: [{ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes }],
        }).nodes[0]?.nodes;
        expect(tidyInlines(pieceNodes(linePieces(line ?? [])))).toEqual(line);
      }),
      { numRuns: thoroughly(500) },
    );
  });
});

describe('translatePlain', () => {
  it('translates words without marks', () => {
    const segmentsIn = (text: string) => lookedUp((lookup) => translatePlain(text, lookup));
    expect(segmentsIn(' R&D <b> at https://a.b ')).toEqual(['R&amp;D &lt;b> at <1/>']);
    expect(segmentsIn('42')).toEqual([]);
    expect(translatePlain(' R&D ', (segment) => segment.replace('R', 'F'))).toBe(' F&D ');
    expect(translatePlain('Hello {name}', () => '<1/>: hallo')).toBe('{name}: hallo');
    expect(translatePlain('Hello', () => '')).toBe('Hello');
  });
});

describe('pointInside', () => {
  it('removes the source space from references to it', () => {
    const page = (space: string) => ({ kind: 'page', page: 'p', space });
    const refs = [
      page('s'),
      page('other'),
      { kind: 'anchor', anchor: 'a', page: 'p', space: 's' },
      { kind: 'space', space: 's' },
    ];
    const document = validateDocument({
      nodes: refs.map((ref) => ({ object: 'block', type: 'content-ref', data: { ref } })),
    });
    expect(pointInside(document, 's').nodes.map(({ data }) => data['ref'])).toEqual([
      { kind: 'page', page: 'p' },
      page('other'),
      { kind: 'anchor', anchor: 'a', page: 'p' },
      { kind: 'space', space: 's' },
    ]);
    expect(pointInside(document, 'nowhere')).toBe(document);
  });
});

/** A document with its words in lower case and without what follows from them. */
function skeleton(document: JSONDocument): unknown {
  return JSON.parse(
    JSON.stringify(document, (name, value: unknown) => {
      if (['id', 'anchor'].includes(name) && typeof value === 'string') return undefined;
      return typeof value === 'string' ? value.toLowerCase() : value;
    }),
  );
}
