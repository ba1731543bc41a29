import { describe, expect, it } from 'vitest';
import { joinTags, splitTags } from './join-tags.js';

const TAG = '{% @mermaid/diagram content="a\nb" %}';
const JOINED = '{% @mermaid/diagram content="a&#10;b" %}\n';

describe('tags of several lines', () => {
  it.each([
    ['after code in a quotation', '> ```\n> x\n> ```\n\n'],
    ['after code in a quotation that ends first', '> ```\n> x\n\n'],
    ['after code in a list', '- ```\n  x\n  ```\n\n'],
    ['after code in a list that ends first', '- ```\n  x\n\n'],
    ['after code in a list whose item began before', '1. a\n\n   - b\n     ```\n     x\n\n   c\n\n'],
    ['after a paragraph that begins with code', '```x``` is code\n\n'],
    ['after code that ends with more signs', '```\nx\n`````\n\n'],
    ['after code with tildes', '~~~ `x`\nx\n~~~\n\n'],
  ])('are joined %s', (_, before) => {
    expect(joinTags(before + TAG)).toBe(before + JOINED);
  });

  it.each([
    ['in code', '```\n'],
    ['in code that is indented, in no list', '- a\n\nb\n\n  ```\nx\n'],
    ['in code with lines that look like its end', '````\n```\n~~~~\n```` x\n'],
    ['in code that shows quotations and lists', '```\n> ```\n- ```\n'],
  ])('stay unchanged %s', (_, before) => {
    const text = `${before}${TAG}\n`;
    expect(joinTags(text)).toBe(text);
  });

  it('may have each attribute on a line of its own', () => {
    expect(joinTags('{% @a/b\n  one="1"\n  two="2\n3"\n%}\nafter')).toBe(
      '{% @a/b   one="1"   two="2&#10;3" %}\n\n\n\n\nafter',
    );
  });

  it('may stand in quotations and lists, also as the first node', () => {
    expect(joinTags('> > {% @a/b c="1\n> >   2" %}\n> > after')).toBe(
      '> > {% @a/b c="1&#10;  2" %}\n> >\n> > after',
    );
    expect(joinTags('* {% @a/b c="1\n    2\n  3" %}\n  after')).toBe(
      '* {% @a/b c="1&#10;  2&#10;3" %}\n\n\n  after',
    );
    const left = '> {% @a/b c="1\n2" %}';
    expect(joinTags(left)).toBe(left);
  });

  it('are split again only where they are read as the same tag', () => {
    const tag = '{% @a/b c="1&#10;2" %}';
    const tags = new Set([tag]);
    expect(splitTags(`a\n\n${tag}\n\nb`, tags)).toBe('a\n\n{% @a/b c="1\n2" %}\n\nb');
    for (const text of [`> ${tag}`, `\`\`\`\n${tag}\n\`\`\``, `<pre>\n\`\`\`\n</pre>\n\n${tag}`])
      expect(splitTags(text, tags)).toBe(text);
    const other = '{% @a/b c="1&#10;{% x %}" %}';
    expect(splitTags(other, new Set([other]))).toBe(other);
  });
});
