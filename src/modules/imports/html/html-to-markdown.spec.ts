import { fromHtml } from 'hast-util-from-html';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentText, parseMarkdown } from '#modules/documents/index.js';
import { htmlToMarkdown } from './html-to-markdown.js';
import { mainContent } from './main-content.js';
import { thoroughly } from '../../../../test/support/thoroughly.js';

const convert = (html: string): string => {
  const { body } = mainContent(fromHtml(html));
  return htmlToMarkdown(body, { link: (href) => href, image: (src) => src }).trim();
};
/** Characters with a meaning in Markdown or in the Git format. */
const SIGNS = 'ab {}%$:*_`<>[]()#-+!|\\&@.1'.split('');
/** Types of the blocks that the Markdown is read as. */
const blocksOf = (html: string): string[] =>
  parseMarkdown(convert(html)).document.nodes.map((node) => node.type);

describe('htmlToMarkdown', () => {
  it.each(['<a></a>', '<b> </b>', '<x-y></x-y> ', '<i><u></u></i>', '<span id="a"></span>'])(
    'reads very many of %s in linear time',
    (part) => {
      expect(convert(`<main><p>a${part.repeat(thoroughly(40_000))}b</p></main>`)).toMatch(/^a ?b$/);
    },
  );

  it.each([
    ['<pre><code class="language-js">a\n  b</code></pre>', '```js\na\n  b\n```'],
    [
      '<div class="highlight-python"><div><pre><span></span>x = 1\n</pre></div></div>',
      '```python\nx = 1\n```',
    ],
    ['<pre data-lang="go"><div>a</div><div>b</div></pre>', '```go\na\nb\n```'],
    ['<pre>a<br>b</pre>', '```\na\nb\n```'],
    [
      '<table class="highlighttable"><tr><td><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>',
      '```\na\nb\n```',
    ],
    ['<h2 id="own">Words</h2>', '## Words <a href="#own" id="own"></a>'],
    ['<h2 id="words">Words</h2>', '## Words'],
    [
      '<section id="part"><h2>Words<a class="headerlink" href="#part">¶</a></h2></section>',
      '## Words <a href="#part" id="part"></a>',
    ],
    ['<h1>Title</h1><p>x</p><h2>Part</h2>', 'x\n\n## Part'],
    ['<p>x</p><h1>One</h1><h2>In one</h2><h1>Two</h1>', 'x\n\n## One\n\n### In one\n\n## Two'],
    ['<p>a<sup>2</sup> <kbd>Tab</kbd></p>', 'a<sup>2</sup> <kbd>Tab</kbd>'],
    ['<p>{% hint %} $$x$$</p>', '\\{% hint %} \\$$x\\$$'],
    ['<a href="javascript:alert(1)">Words</a>', 'Words'],
    ['<details><summary>On this page</summary><nav>Menu</nav></details><h2>A</h2><a href="#a"></a>', '## A'],
    ['<p>a</p><script>alert(1)</script><button>Copy</button><nav>Menu</nav>', 'a'],
    [
      '<p><span class="katex"><math><annotation encoding="application/x-tex">a^2</annotation></math><span aria-hidden="true">a2</span></span> is</p>',
      '$$a^2$$ is',
    ],
    [
      '<p>See<sup><a href="#fn-1">1</a></sup></p><ol><li id="fn-1">Note <a href="#fnref-1">↩</a></li></ol>',
      'See[^1]\n\n[^1]: Note',
    ],
  ])('converts %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    [
      '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Text</p></div>',
      'warning',
      'Text',
    ],
    [
      '<div class="theme-admonition alert alert--danger"><div class="admonitionHeading_x">danger</div><p>Text</p></div>',
      'danger',
      'Text',
    ],
    [
      '<div class="tip custom-block"><p class="custom-block-title">TIP</p><p>Text</p></div>',
      'success',
      'Text',
    ],
    ['<aside class="hint hint-info"><p>Text</p></aside>', 'info', 'Text'],
    ['<aside class="hint hint-info"><div class="hint-body"><p>Text</p></div></aside>', 'info', 'Text'],
    [
      '<div class="admonition note"><p class="admonition-title">Read me</p><p>Text</p></div>',
      'info',
      '**Read me**\n\nText',
    ],
  ])('makes a hint of %s', (html, style, text) => {
    expect(convert(html)).toBe(`{% hint style="${style}" %}\n\n${text}\n\n{% endhint %}`);
  });

  it.each([
    ['<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>', ['table']],
    [
      '<table><tr><td rowspan="2">A</td><td><ul><li>x</li></ul></td></tr><tr><td><pre>a\n\nb</pre></td></tr></table>',
      ['table'],
    ],
    ['<table><tr><th scope="row">A</th><td style="x">1</td></tr></table>', ['table']],
    ['<details><summary>More</summary><p>x</p></details>', ['expandable']],
    ['<figure><img src="a.png" alt="A"><figcaption>Words</figcaption></figure>', ['images']],
    ['<iframe src="https://www.youtube.com/embed/x"></iframe>', ['embed']],
    [
      '<div><div role="tablist"><button role="tab">A</button></div><div role="tabpanel"><p>x</p></div></div>',
      ['tabs'],
    ],
    ['<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><pre>d</pre></li></ul>', ['list-unordered']],
    ['<ul><li><input type="checkbox" checked> a</li></ul>', ['list-tasks']],
    ['<p><img src="a.png" alt="A"></p>', ['images']],
    ['<blockquote><p>a</p></blockquote><hr>', ['blockquote', 'divider']],
  ])('converts %s to %j', (html, types) => {
    expect(blocksOf(html)).toEqual(types);
  });

  it('keeps words that look like Markdown', () => {
    const text = fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 40 });
    fc.assert(
      fc.property(text, (given) => {
        const escaped = given.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        const markdown = convert(`<p>x</p><p>x ${escaped} x</p>`);
        const plain = documentText(parseMarkdown(markdown).document).replace(/\s+/g, ' ').trim();
        expect(plain).toBe(`x x ${given} x`.replace(/\s+/g, ' '));
      }),
      { numRuns: 300 },
    );
  });
});
