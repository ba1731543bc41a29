import { describe, expect, it } from 'vitest';
import { documentText } from '../document-text.js';
import { parseMarkdown } from './parse-markdown.js';

describe('HTML that is begun and never ended', () => {
  // Hours, where the end is looked for from each beginning again.
  it.each(['<!--', '<?', '<![CDATA[', 'a <!-- b ', 'a <? b '])('passes by a row of %j', (begin) => {
    const { document } = parseMarkdown(`a${begin.repeat(30_000)}`);
    expect(documentText(document)).toContain(begin.trim());
  });

  it('stays HTML where it ends, however often', () => {
    const [block] = parseMarkdown('word <!-- c --> '.repeat(1000)).document.nodes;
    expect(JSON.stringify(block)).toContain('"raw"');
  });
});
