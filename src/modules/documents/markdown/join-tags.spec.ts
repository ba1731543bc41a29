import { describe, expect, it } from 'vitest';
import { joinTags } from './join-tags.js';

const TAG = '{% @mermaid/diagram content="a\nb" %}';
const JOINED = '{% @mermaid/diagram content="a&#10;b" %}\n';

describe('tags of many lines', () => {
  it.each([
    ['after code in a quotation', '> ```\n> x\n> ```\n\n'],
    ['after code in a quotation that ends first', '> ```\n> x\n\n'],
    ['after code in a list', '- ```\n  x\n  ```\n\n'],
    ['after a paragraph that begins with code', '```x``` is code\n\n'],
    ['after code that ends with more signs', '```\nx\n`````\n\n'],
    ['after code with tildes', '~~~ `x`\nx\n~~~\n\n'],
  ])('are joined %s', (_, before) => {
    expect(joinTags(before + TAG)).toBe(before + JOINED);
  });

  it.each([
    ['in code', '```\n'],
    ['in code with lines that look like its end', '````\n```\n~~~~\n```` x\n'],
    ['in code that shows quotations and lists', '```\n> ```\n- ```\n'],
  ])('stay as they are %s', (_, before) => {
    const text = `${before}${TAG}\n`;
    expect(joinTags(text)).toBe(text);
  });

  it('may have each attribute on a line of its own', () => {
    expect(joinTags('{% @a/b\n  one="1"\n  two="2\n3"\n%}\nafter')).toBe(
      '{% @a/b   one="1"   two="2&#10;3" %}\n\n\n\n\nafter',
    );
  });
});
