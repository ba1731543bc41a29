import { describe, expect, it } from 'vitest';
import { documentText } from '../document-text.js';
import { parseMarkdown } from './parse-markdown.js';
import { thoroughly } from '../../../../test/support/thoroughly.js';

describe('HTML that is never closed', () => {
  // This takes hours when the end is searched again from each beginning.
  it.each(['<!--', '<?', '<![CDATA[', 'a <!-- b ', 'a <? b '])('ends as text in a row of %j', (begin) => {
    const { document } = parseMarkdown(`a${begin.repeat(thoroughly(30_000))}`);
    expect(documentText(document)).toContain(begin.trim());
  });

  it('leaves HTML that is closed as HTML', () => {
    const [block] = parseMarkdown('word <!-- c --> '.repeat(1000)).document.nodes;
    expect(JSON.stringify(block)).toContain('"raw"');
  });
});

describe('signs that may open or close something', () => {
  // This takes minutes to hours when each label is compared with all before or after it.
  it.each([
    ']',
    '](',
    '![a](',
    '[a](b (c ',
    '[^a]]',
    'a<!',
    'http://a!!!!',
    'a\n===\n',
    '\n\n>',
    '[a]: b\n\n[a]',
  ])('end as text in a row of %j', (unit) => {
    const text = unit.repeat(thoroughly(40_000) / unit.length);
    expect(documentText(parseMarkdown(`${text}\n\nThe end.`).document)).toContain('The end.');
  });

  it('end as text where each row of backticks is longer than the one before', () => {
    const text = Array.from({ length: 600 }, (_, at) => `a${'`'.repeat(at)}`).join('');
    expect(documentText(parseMarkdown(text).document)).toContain('```');
  });

  it('keep their meaning in any number', () => {
    const { document } = parseMarkdown('[a](b) ![c](d) `e` [f] <b>g</b>\n'.repeat(1000) + '\n[f]: h\n');
    const json = JSON.stringify(document);
    expect(json.split('"type":"link"').length - 1).toBe(2000);
    expect(json.split('"type":"code"').length - 1).toBe(1000);
  });
});

describe('constructs with rare signs', () => {
  it.each([
    ['a\n:-', 'table'],
    ['a\n-:', 'table'],
    ['a\n:-:', 'table'],
    ['| a |\n| - |', 'table'],
    ['See HTTP://example.com/a now.', 'link'],
    ['See https://example.com/a now.', 'link'],
    ['See WWW.example.com now.', 'link'],
    ['See me@example.com now.', 'link'],
    ['See ~~me~~[^1].\n\n[^1]: A note', 'strikethrough'],
  ])('are found in %j', (markdown, type) => {
    expect(JSON.stringify(parseMarkdown(markdown).document)).toContain(`"type":"${type}"`);
    // A table and addresses elsewhere enable all frequent constructs.
    const others = '\n\n# End\n\n| a |\n| - |\n| http://a.b www.a.b a@b.c |';
    const all = parseMarkdown(markdown.replace(/(?=\n\n\[\^1\]:|$)/, others)).document;
    expect(JSON.stringify(all)).toContain(`"type":"${type}"`);
  });
});
