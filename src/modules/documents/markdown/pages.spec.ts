import { describe, expect, it } from 'vitest';
import { parsePage, serializePage, type PageMeta } from '../index.js';
import { sketch } from '../sketch.fixture.js';

const page = `---
description: About this
icon: bolt
hidden: true
vars:
  a: one
  b: 2
  c: true
cover: img/c.png
coverY: 12
coverHeight: 300
layout:
  width: wide
  cover:
    visible: true
    size: hero
  title:
    visible: false
  tags:
    visible: true
title: Something else
version: 1.10
date: 2026-01-02
---

# The title

Text
`;

describe('Markdown pages', () => {
  it('are read into title, front matter and document, and written back', () => {
    const { meta, document, warnings } = parsePage(page);
    expect(warnings).toEqual([]);
    expect(meta).toEqual({
      title: 'The title',
      description: 'About this',
      icon: 'bolt',
      hidden: true,
      variables: { a: 'one', b: 2, c: true },
      cover: { ref: { kind: 'url', url: 'img/c.png' }, yPos: 12, height: 300 },
      layout: { width: 'wide', cover: true, coverSize: 'hero', title: false },
      frontMatter: {
        layout: { tags: { visible: true } },
        title: 'Something else',
        version: '1.10',
        date: '2026-01-02',
      },
    } satisfies PageMeta);
    expect(sketch(document)).toBe('paragraph("Text")');
    const written = serializePage(meta, document);
    expect(parsePage(written).meta).toEqual(meta);
    expect(written).toContain('# The title\n\nText\n');
    expect(serializePage(parsePage(written).meta, parsePage(written).document)).toBe(written);
  });

  it('keep front matter that is no YAML as text, with a warning', () => {
    const { meta, document, warnings } = parsePage('---\na: [\n---\n\n# T\n', { file: 'x.md' });
    expect(warnings).toEqual([
      { file: 'x.md', line: 1, kind: 'front-matter', message: expect.any(String) as string },
    ]);
    expect(sketch(document)).toBe('code{syntax:yaml}(code-line("a: [")) heading-1{level:1}("T")');
    expect(meta).toEqual({});
  });

  it('count the lines of the front matter in warnings', () => {
    expect(parsePage('---\na: 1\n---\n\n{% hint %}\n').warnings[0]?.line).toBe(5);
  });

  it('have the title of the first heading, and keep a title that has more than words', () => {
    expect(parsePage('text\n\n# Later\n').meta.title).toBeUndefined();
    const { meta } = parsePage('# A `b` [c](d) <a href="#e" id="e"></a>\n');
    expect(meta.title).toBe('A b c');
    expect(serializePage(meta, parsePage('').document)).toBe('# A `b` [c](d) <a href="#e" id="e"></a>\n');
    expect(serializePage({ ...meta, title: 'New' }, parsePage('').document)).toBe('# New\n');
  });

  it('keep the first heading in the text when it differs from the given title', () => {
    const markdown = '---\nicon: x\n---\n\n# A *b*  C\n\nText {% oops %}\n';
    const kept = parsePage(markdown, { title: 'Other' });
    expect(kept.meta).toEqual({ icon: 'x' });
    expect(kept.document).toEqual(parsePage(`# Other\n\n${markdown.slice(markdown.indexOf('#'))}`).document);
    expect(kept.warnings).toEqual(parsePage(markdown).warnings);
    expect(parsePage(markdown, { title: 'a B c' })).toEqual(parsePage(markdown));
  });

  it('escape a title that looks like syntax', () => {
    const meta = { title: '* [x] `y` # {% hint %} #' };
    expect(parsePage(serializePage(meta, parsePage('').document)).meta).toEqual(meta);
  });

  it('are read without CRLF, byte order mark and NUL characters', () => {
    const plain = parsePage('---\nicon: x\n---\n\n# T\n\na\nb\n\n```\nc\n```\n');
    expect(
      parsePage('\uFEFF---\r\nicon: x\r\n---\r\n\r\n# T\r\n\r\na\0\r\nb\r\n\r\n```\r\nc\r\n```\r\n'),
    ).toEqual(plain);
  });

  it('refuse hostile front matter with a warning', () => {
    const bomb = `---\na: &a [x,x,x,x,x,x,x,x,x]\n${Array.from('bcdefghij')
      .map((name, at) => `${name}: &${name} [${`*${'abcdefghi'[at]},`.repeat(9)}]`)
      .join('\n')}\n---\n`;
    expect(parsePage(bomb).warnings).toHaveLength(1);
    // Reading this list would take gigabytes.
    const long = parsePage(`---\na: [${'1,'.repeat(5_000_000)}1]\n---\n`);
    expect(long).toMatchObject({ meta: {}, warnings: [{}] });
    const often = `---\na: &a "${'x'.repeat(1000)}"\nb:\n${'  - *a\n'.repeat(90)}---\n`;
    expect(parsePage(often).warnings).toHaveLength(1);
    expect(parsePage('---\n__proto__:\n  polluted: true\n---\n').meta.frontMatter).toBeDefined();
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
