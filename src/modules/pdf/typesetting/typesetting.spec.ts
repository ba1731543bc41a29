import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentBlock, JSONDocument } from '#modules/documents/index.js';
import { parseMarkdown } from '#modules/documents/index.js';
import { body, breakable, call, lines, quoted } from './code.js';
import { backwardsLanguage, fontsFor, languageParts } from '#platform/typography/writing.js';
import { typesetMath } from './math.js';
import { printable } from './references.js';
import { typesetBook } from './typeset-book.js';
import type { BookReferences } from './typesetting.types.js';

const NOTHING: BookReferences = {
  resolve: () => null,
  file: () => null,
  fileAt: () => null,
  userName: () => null,
};

async function chapterOf(document: JSONDocument): Promise<string> {
  const page = { id: 'p', type: 'document' as const, level: 1, title: 'Page', document };
  const book = { title: 'Book', about: [], pages: [page], isSinglePage: true };
  return (await typesetBook(book, NOTHING)).files.get('/chapters/1.typ') ?? '';
}

const fromMarkdown = (markdown: string) => chapterOf(parseMarkdown(markdown).document);

describe('the source of a text', () => {
  it.each([
    ['plain', '"plain"'],
    ['a "b" \\ c', '"a \\"b\\" \\\\ c"'],
    ['#import $x$ <a> @b', '"#import $x$ <a> @b"'],
    ['tab\there', '"tab    here"'],
    ['zero\u0000one', '"zero one"'],
    ['lone \ud800 half', '"lone \ufffd half"'],
  ])('is one string for %j', (text, expected) => {
    expect(quoted(text).source).toBe(expected);
  });

  it('keeps any text inside of its string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { source } = quoted(text);
        expect(source).toMatch(/^"(?:[^"\\\n]|\\["\\])*"$/);
      }),
    );
  });

  it('joins pieces, and lines with breaks', () => {
    expect(body([]).source).toBe('[]');
    expect(body(lines('a\nb')).source).toBe('{"a";linebreak();"b"}');
    expect(call('p', [['x', 1, true, null]]).source).toBe('b.p(("x",1,true,none,))');
  });

  it('gives a sign with a variation selector its colour form', () => {
    expect(body(lines('a ⚠️ b')).source).toBe('{"a ";b.pictograph("⚠️");" b"}');
  });

  it('lets a word break that is too long for a line, and no other', () => {
    expect(breakable('short/words')).toBe('short/words');
    const address = 'https://example.com/a/very/long/address';
    expect(breakable(address)).toContain('\u200b');
    expect(breakable(address).replaceAll('\u200b', '')).toBe(address);
    expect(breakable('internationalization', 8)).toBe('internat\u200bionaliza\u200btion');
  });

  it('lets a long word of every alphabet break, but not before an accent', () => {
    expect(breakable('я'.repeat(50)).split('\u200b')).toHaveLength(3);
    const accented = 'e\u0301'.repeat(50);
    for (const part of breakable(accented).split('\u200b')) expect(part).toMatch(/^(?:e\u0301)+$/);
  });

  it.each(['字'.repeat(50), 'ไ'.repeat(50), '👩🏿‍🚀'.repeat(20), '🇩🇪'.repeat(30)])(
    'needs no breaks within %s',
    (text) => expect(breakable(text)).toBe(text),
  );
});

describe('the languages of a text', () => {
  it.each([
    ['Hello مرحبا', null],
    ['123 مرحبا Hello', 'ar'],
    ['שלום', 'he'],
    ['', null],
  ])('give %j the direction of %s', (text, expected) => {
    expect(backwardsLanguage(text)).toBe(expected);
  });

  it('choose the form of Chinese, Japanese and Korean characters', () => {
    const first = (language: string) =>
      fontsFor(language).find((font) => /Chinese|Japanese|Korean/.test(font));
    expect(['ja', 'ko', 'zh', 'zh-TW', 'en'].map(first)).toEqual([
      'Noto Sans Japanese',
      'Noto Sans Korean',
      'Noto Sans S Chinese',
      'Noto Sans T Chinese',
      'Noto Sans S Chinese',
    ]);
  });

  it.each([
    ['de-AT', { language: 'de', region: 'at' }],
    ['zh-Hant-TW', { language: 'zh', region: 'tw' }],
    [undefined, { language: 'en', region: null }],
    ['"; x', { language: 'en', region: null }],
  ])('split %s into language and region', (language, expected) => {
    expect(languageParts(language)).toEqual(expected);
  });
});

describe('the source of a formula', () => {
  const source = (formula: string) => body(typesetMath(formula, false)).source;

  it.each([
    ['\\frac{a}{b}', 'math.frac(b.sign("a"), b.sign("b"))'],
    ['x_i^2', 'math.attach(b.sign("x"), br: b.sign("i"), tr: "2")'],
    ['\\sqrt[3]{x}', 'math.root("3", b.sign("x"))'],
    ['\\mathbb{R}', 'math.bb(b.sign("R"))'],
    ['\\left(x\\right)', 'math.lr({b.sign("(");b.sign("x");b.sign(")")})'],
    ['\\sin x', 'math.op("sin")'],
  ])('of %s is made of calls', (formula, expected) => {
    expect(source(formula)).toContain(expected);
  });

  it('is shown as it is when the formula is malformed', () => {
    expect(source('\\frac{a')).toBe('b.inline-code("\\\\frac{a")');
  });

  it('contains only calls and strings', () => {
    fc.assert(
      fc.property(fc.string(), (formula) => {
        const rest = source(formula).replace(/"(?:[^"\\]|\\["\\])*"/g, '');
        expect(rest).toMatch(/^[a-z0-9.\-(){}[\];:, ]*$/);
      }),
    );
  });
});

describe('the source of a page', () => {
  it('keeps the words of single parts and of deep blocks, and leaves out unknown blocks', async () => {
    const leaf = {
      object: 'text' as const,
      leaves: [{ object: 'leaf' as const, text: 'deep words', marks: [] }],
    };
    let block: DocumentBlock = { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [leaf] };
    for (let depth = 0; depth < 40; depth++)
      block = {
        object: 'block',
        type: depth % 2 ? 'blockquote' : 'list-item',
        isVoid: false,
        data: {},
        nodes: [block],
      };
    expect(await chapterOf({ object: 'document', data: {}, nodes: [block] })).toContain('"deep words"');
    const unknown: DocumentBlock = { ...block, type: 'newer', data: { source: 'raw' } };
    const chapter = await chapterOf({ object: 'document', data: {}, nodes: [unknown] });
    expect(chapter).not.toMatch(/deep words|raw|newer/);
  });

  it('contains raw HTML without active content', async () => {
    const source = await fromMarkdown(
      '<div><b>Bold</b><script>alert(1)</script><a href="javascript:x()">l</a></div>',
    );
    expect(source).toContain('strong("Bold")');
    expect(source).not.toContain('alert');
    expect(source).not.toContain('javascript');
  });

  it('lets long words break only in narrow columns', async () => {
    const row = (cell: string, count: number) => `|${` ${cell} |`.repeat(count)}`;
    const tableOf = (count: number) =>
      [row('a', count), row('---', count), row('internationalization', count)].join('\n');
    expect(await fromMarkdown(tableOf(2))).toContain('internationalization');
    expect(await fromMarkdown(tableOf(11))).not.toContain('internationalization');
  });

  it('names the place of a heading once', async () => {
    const source = await fromMarkdown('## One\n\n## Two');
    expect(source).toContain('b.head(2, "h1"');
    expect(source.match(/b\.head\(/g)).toHaveLength(2);
  });
});

it.each([
  ['https://example.com', 'https://example.com'],
  ['mailto:a@b.c', 'mailto:a@b.c'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['/relative', null],
  ['', null],
])('the address %j is printed as %j', (address, expected) => {
  expect(printable(address)).toBe(expected);
});
