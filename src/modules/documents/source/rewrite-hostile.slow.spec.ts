import { describe, expect, it } from 'vitest';
import type { JSONDocument } from '../document.types.js';
import { parsePage } from '../markdown/parse-markdown.js';
import { serializePage } from '../markdown/serialize-markdown.js';
import { rewriteText } from './rewrite-text.js';

const nested = (depth: number): string =>
  Array.from({ length: depth }, (_, at) => `${'  '.repeat(at)}- item ${at}`).join('\n');

const tableOf = (cell: string): string => `<table><tbody><tr><td>${cell}</td></tr></tbody></table>\n`;

/** Texts that are long, or made to be slow; each says `word` once. */
const TEXTS: [string, () => string][] = [
  ['many paragraphs', () => `word\n\n${'Some *more* of it.\n\n'.repeat(5_000)}`],
  ['one long paragraph', () => `word ${'and __so__ on '.repeat(10_000)}\n`],
  ['one long list', () => `- word\n${'- another\n'.repeat(5_000)}`],
  ['a long table', () => `| a | b |\n|---|:--|\n| word | x |\n${'| c    | d |\n'.repeat(5_000)}`],
  ['deep lists', () => `${nested(58)}\n\nword\n`],
  ['a word in deep lists', () => `${nested(40)} word\n`],
  ['deep quotations', () => `${'>'.repeat(55)} word\n`],
  ['deep tags', () => `${'{% hint %}\n'.repeat(50)}word\n${'{% endhint %}\n'.repeat(50)}`],
  ['many signs', () => `word ${'*a _b __c `d [e ![f'.repeat(5_000)}\n`],
  [
    'many definitions',
    () => `word\n\n${Array.from({ length: 5_000 }, (_, at) => `[a${at}]: b`).join('\n')}\n`,
  ],
  [
    'many footnotes',
    () =>
      `word ${Array.from({ length: 2_000 }, (_, at) => `[^${at}]`).join(' ')}\n\n${Array.from({ length: 2_000 }, (_, at) => `[^${at}]: note`).join('\n\n')}\n`,
  ],
  ['long code', () => `\`\`\`\nword\n${'code();\n'.repeat(50_000)}\`\`\`\n`],
  ['long HTML', () => `<table><tr><td>word</td></tr>${'<tr><td>x</td></tr>\n'.repeat(5_000)}</table>\n`],
  ['HTML with more rows than a table has', () => tableOf(`word${'</td></tr>\n<tr><td>a'.repeat(12_000)}`)],
  ['a cell of blanks', () => tableOf(`word${' '.repeat(900_000)}b`)],
  ['a cell of empty lines', () => tableOf(`word${'\n \n'.repeat(30_000)}b`)],
  ['a cell of line breaks', () => tableOf(`word${'<br>'.repeat(50_000)}b`)],
  ['a cell of references', () => tableOf(`word${'&#x61;'.repeat(150_000)}b`)],
  ['a cell of ampersands', () => tableOf(`word${'&'.repeat(200_000)}b`)],
  ['a cell that spans a million columns', () => tableOf('word').replace('<td>', '<td colspan="1000000">')],
  ['blanks between rows', () => tableOf(`word</td></tr>${' '.repeat(900_000)}<tr><td>b`)],
  ['blanks in a pipe table', () => `| a | b |\n|---|---|\n| word ${' '.repeat(900_000)} c | d |\n`],
  ['blanks in a paragraph', () => `word${' '.repeat(900_000)}b\n`],
];

describe('a text that is made to be slow', () => {
  it.each(TEXTS)(
    '%s is written into',
    (_name, make) => {
      const source = make();
      const { meta, document } = parsePage(source);
      const next = JSON.parse(JSON.stringify(document).replace('word', 'wordedited')) as JSONDocument;
      const text = rewriteText({ kind: 'page', source, meta, document: next, impliedTitle: meta.title }, {});
      expect(serializePage({}, parsePage(text).document)).toBe(serializePage({}, next));
    },
    600_000,
  );
});
