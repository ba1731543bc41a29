import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from './parse-markdown.js';
import { thoroughly } from '../../../../test/support/thoroughly.js';

/** The number of links, code blocks and so on in a part of a page. */
type Counts = Record<'link' | 'code' | 'quote' | 'divider' | 'heading' | 'note', number>;

const NONE: Counts = { link: 0, code: 0, quote: 0, divider: 0, heading: 0, note: 0 };
const NEEDLES: Record<keyof Counts, string> = {
  link: '"type":"link"',
  code: '"type":"code"}',
  quote: '"type":"blockquote"',
  divider: '"type":"divider"',
  heading: '"type":"heading-',
  note: '"type":"annotation"',
};

interface Piece {
  text: (at: number) => string;
  counts: Partial<Counts>;
}

const LINE = 'A sentence of the usual length, with a [link](page.md) and `code` in it. Then one more.';
const PIECES: Record<string, Piece> = {
  words: { text: () => LINE, counts: { link: 1, code: 1 } },
  quotes: { text: () => `> ${LINE}\n> ${LINE}`, counts: { quote: 1, link: 2, code: 2 } },
  'quotes of a letter': {
    text: () => `On Monday, somebody wrote:\n\n> See [this](a.md).\n\nYes.`,
    counts: { quote: 1, link: 1 },
  },
  dividers: { text: () => `${LINE}\n\n---`, counts: { divider: 1, link: 1, code: 1 } },
  'underlined headings': { text: () => `Section\n===\n\n${LINE}`, counts: { heading: 1, link: 1, code: 1 } },
  lists: { text: () => `- ${LINE}\n- ${LINE}\n\n${LINE}`, counts: { link: 3, code: 3 } },
  'names of addresses': { text: (at) => `See [one][r${at % 150}] and [r${at % 150}].`, counts: { link: 2 } },
  'names in a hint': {
    text: (at) => `{% hint style="info" %} see [one][r${at % 150}] {% endhint %}`,
    counts: { link: 1 },
  },
  'names in a fold': {
    text: (at) => `<details><summary>More</summary>\n\nsee [one][r${at % 150}]\n\n</details>`,
    counts: { link: 1 },
  },
  footnotes: {
    text: (at) => `Words[^n${at}] of it.\n\n[^n${at}]: ${LINE}`,
    counts: { note: 1, link: 1, code: 1 },
  },
  intervals: { text: () => `In [0, 1) or ]0, 1] or [0, 1[, see [this](a.md).`, counts: { link: 1 } },
};
const DEFINITIONS = Array.from(
  { length: 150 },
  (_, at) => `[r${at}]: https://example.com/${'long/'.repeat(10)}${at}`,
);

function page(kinds: readonly string[], length: number): { text: string; counts: Counts } {
  const parts: string[] = [];
  const counts = { ...NONE };
  for (let size = 0, at = 0; size < length; at++) {
    const piece = PIECES[kinds[at % kinds.length]!]!;
    const text = piece.text(at);
    parts.push(text);
    size += text.length + 2;
    for (const [key, count] of Object.entries(piece.counts)) counts[key as keyof Counts] += count;
  }
  return { text: [...parts, ...DEFINITIONS].join('\n\n'), counts };
}

function countsOf(document: unknown): Counts {
  const json = JSON.stringify(document);
  const counted = Object.entries(NEEDLES).map(([key, needle]) => [
    key,
    json.split(String(needle)).length - 1,
  ]);
  return Object.fromEntries(counted) as Counts;
}

/** The result of reading a page, to be compared with its text. */
function read(text: string): { text: string; counts: Counts; warnings: unknown[] } {
  const { document, warnings } = parseMarkdown(text);
  return { text, counts: countsOf(document), warnings };
}

describe('realistic long pages', () => {
  it.each(Object.keys(PIECES))('are read completely with any number of %s', (kind) => {
    const written = page([kind], thoroughly(150_000));
    expect(read(written.text)).toEqual({ ...written, warnings: [] });
  });

  it('are read completely in any mixture of pieces', () => {
    const kinds = fc.array(fc.constantFrom(...Object.keys(PIECES)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(kinds, (some) => {
        const written = page(some, 10_000);
        expect(read(written.text)).toEqual({ ...written, warnings: [] });
      }),
      { numRuns: 12 },
    );
  });

  it('keep the links of a paragraph with thousands of open brackets', () => {
    const text = 'in [0, 1), as [this](a.md) says, '.repeat(3000);
    const json = JSON.stringify(parseMarkdown(text).document);
    expect(json.split('"text":"this"').length - 1).toBe(3000);
    expect(read(text)).toEqual({ text, counts: { ...NONE, link: 3000 }, warnings: [] });
  });

  it('keep the body of each footnote, of thousands too', () => {
    const numbers = Array.from({ length: 5100 }, (_, at) => at);
    const text = numbers.map((at) => `a[^${at}]\n\n[^${at}]: \`b\``).join('\n\n');
    expect(read(text).counts).toEqual({ ...NONE, note: 5100, code: 5100 });
  });
});

describe('a page that exceeds the budget of signs', () => {
  const hostile = `a${'<!--'.repeat(30_000)}`;

  it('warns of the line from which signs are text', () => {
    const { warnings } = parseMarkdown(`First.\n\n${hostile}`, { file: 'a.md' });
    expect(warnings).toEqual([
      { file: 'a.md', line: 3, kind: 'too-many-signs', message: expect.any(String) as string },
    ]);
  });

  it('keeps its other pieces', () => {
    const { text, counts } = page(['words', 'quotes', 'dividers'], 20_000);
    const { document } = parseMarkdown(`${hostile}\n\n${text}`);
    expect(countsOf(document)).toEqual(counts);
  });

  it('has one budget for all its pieces', () => {
    const hint = `{% hint style="info" %} a${'<!--'.repeat(700)} {% endhint %}`;
    const { warnings } = parseMarkdown(`${hint}\n\n`.repeat(40));
    expect(warnings.map(({ kind }) => kind)).toContain('too-many-signs');
  });
});
