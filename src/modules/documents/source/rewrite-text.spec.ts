import { describe, expect, it } from 'vitest';
import type { JSONDocument } from '../document.types.js';
import { parsePage } from '../markdown/parse-markdown.js';
import { rewriteText } from './rewrite-text.js';

/** Reads the text, replaces words everywhere in its document, and writes the result into the text. */
function edited(source: string, change: (document: JSONDocument) => JSONDocument | void): string {
  const { meta, document } = parsePage(source);
  const copy = structuredClone(document);
  const next = change(copy) ?? copy;
  return rewriteText({ kind: 'page', source, meta, document: next, impliedTitle: meta.title }, {});
}

const replaced =
  (from: string, to: string) =>
  (document: JSONDocument): JSONDocument =>
    JSON.parse(JSON.stringify(document).replaceAll(from, to)) as JSONDocument;

const lines = (...all: string[]): string => all.join('\n');

describe('an edited block', () => {
  it.each<[string, string, string, string, string]>([
    [
      'a wrapped paragraph',
      lines('One two', 'three zzz', 'four', '', 'Next', ''),
      'zzz',
      'new',
      lines('One two', 'three new', 'four', '', 'Next', ''),
    ],
    ['a paragraph of stars', lines('*a* __b__ zzz *c*', ''), 'zzz', 'new', lines('*a* __b__ new *c*', '')],
    [
      'a heading with a rule',
      lines('Zzz', '===', '', 'x', '', 'Two zzz', '---', '', 'y'),
      'Two zzz',
      'Two new',
      lines('Zzz', '===', '', 'x', '', 'Two new', '---', '', 'y'),
    ],
    [
      'an item of a list',
      lines('- a', '- zzz', '  more', '', '', '- c', ''),
      'zzz',
      'new',
      lines('- a', '- new', '  more', '', '', '- c', ''),
    ],
    [
      'a deep item',
      lines('*   a', '', '    1) b', '       - zzz', '    2) c', ''),
      'zzz',
      'new',
      lines('*   a', '', '    1) b', '       - new', '    2) c', ''),
    ],
    [
      'a quotation',
      lines('> a', 'lazy zzz', '>', '> b', ''),
      'zzz',
      'new',
      lines('> a', 'lazy new', '>', '> b', ''),
    ],
    [
      'a row of a table',
      lines('| A    | B |', '|:-----|---|', '| zzz  | x |', '| y    | z |'),
      'zzz',
      'newer',
      lines('| A    | B |', '|:-----|---|', '| newer| x |', '| y    | z |').replace('newer|', 'newer |'),
    ],
    [
      'a bare table',
      lines('A | B', '--|--', 'zzz | x', 'y | z', ''),
      'zzz',
      'new',
      lines('A | B', '--|--', 'new | x', 'y | z', ''),
    ],
    [
      'a hint',
      lines('{% hint style="info" %}', 'a', '', 'zzz', '{% endhint %}', ''),
      'zzz',
      'new',
      lines('{% hint style="info" %}', 'a', '', 'new', '{% endhint %}', ''),
    ],
    [
      'the style of a hint',
      lines('{% hint  style="info" %}', 'a', '{% endhint %}', ''),
      'info',
      'danger',
      lines('{% hint  style="danger" %}', 'a', '{% endhint %}', ''),
    ],
    [
      'a tab',
      lines(
        '{% tabs %}',
        '{% tab title="A" %}',
        'a',
        '{% endtab %}',
        '',
        '{% tab title="B" %}',
        '- zzz',
        '{% endtab %}',
        '{% endtabs %}',
        '',
      ),
      'zzz',
      'new',
      lines(
        '{% tabs %}',
        '{% tab title="A" %}',
        'a',
        '{% endtab %}',
        '',
        '{% tab title="B" %}',
        '- new',
        '{% endtab %}',
        '{% endtabs %}',
        '',
      ),
    ],
    [
      'an expandable',
      lines('<details>', '<summary>zzz <b>x</b></summary>', '', 'a', '', '</details>', ''),
      'zzz',
      'new',
      lines('<details>', '<summary>new <b>x</b></summary>', '', 'a', '', '</details>', ''),
    ],
    [
      'code with tildes',
      lines('~~~js', 'a', 'zzz', '~~~', ''),
      'zzz',
      'new',
      lines('~~~js', 'a', 'new', '~~~', ''),
    ],
    [
      'indented code',
      lines('x', '', '    a', '    zzz', '', 'y', ''),
      'zzz',
      'new',
      lines('x', '', '    a', '    new', '', 'y', ''),
    ],
    ['a task', lines('- [ ] a', '- [X] zzz', ''), 'zzz', 'new', lines('- [ ] a', '- [X] new', '')],
    [
      'a footnote',
      lines('a[^x] b', '', '[^x]: zzz', '    more', '', 'c', ''),
      'zzz',
      'new',
      lines('a[^x] b', '', '[^x]: new', '    more', '', 'c', ''),
    ],
    [
      'a link with a definition',
      lines('[a][b] zzz', '', '[b]: c "d"', '', 'x', ''),
      'zzz',
      'new',
      lines('[a][b] new', '', '[b]: c "d"', '', 'x', ''),
    ],
    [
      'a figure',
      lines('<figure><img src="a.png" alt=""><figcaption><p>zzz</p></figcaption></figure>', '', 'x'),
      'zzz',
      'new',
      lines('<figure><img src="a.png" alt=""><figcaption><p>new</p></figcaption></figure>', '', 'x'),
    ],
    [
      'HTML',
      lines('<table>', '  <tr><td>a</td></tr>', '  <tr><td>zzz</td></tr>', '</table>', ''),
      'zzz',
      'new',
      lines('<table>', '  <tr><td>a</td></tr>', '  <tr><td>new</td></tr>', '</table>', ''),
    ],
    [
      'one of two blocks of HTML that no blank line separates',
      lines('<p align="center">', '  zzz', '</p>', '<p align="right">b &amp; c</p>', '', 'x', ''),
      'zzz',
      'new',
      lines('<p align="center">', '  new', '</p>', '<p align="right">b &amp; c</p>', '', 'x', ''),
    ],
    [
      'a table before the end of a tab',
      lines(
        '{% tabs %}',
        '{% tab title="A \\(b\\)" %}',
        '<table><tr><th>a</th></tr>',
        '<tr><td>zzz</td></tr></table>',
        '{% endtab %}',
        '{% endtabs %}',
        '',
      ),
      'zzz',
      'new',
      lines(
        '{% tabs %}',
        '{% tab title="A \\(b\\)" %}',
        '<table><tr><th>a</th></tr>',
        '<tr><td>new</td></tr></table>',
        '{% endtab %}',
        '{% endtabs %}',
        '',
      ),
    ],
    [
      'code in HTML',
      lines(
        '<pre class="language-js"><code class="lang-js"><strong>a => b',
        '</strong>zzz',
        '</code></pre>',
        '',
      ),
      'zzz',
      'new',
      lines(
        '<pre class="language-js"><code class="lang-js"><strong>a => b',
        '</strong>new',
        '</code></pre>',
        '',
      ),
    ],
    [
      'words that are written by references',
      lines('&#x6307;&#x6807; &lt;b&gt; zzz&#x3002; c&nbsp;d', ''),
      'zzz',
      'new',
      lines('&#x6307;&#x6807; &lt;b&gt; new&#x3002; c&nbsp;d', ''),
    ],
    ['lines that end with CRLF', 'a\r\nzzz\r\n\r\nb\r\n', 'zzz', 'new', 'a\r\nnew\r\n\r\nb\r\n'],
    ['a text with a mark and no end', '\uFEFF# T\n\nzzz', 'zzz', 'new', '\uFEFF# T\n\nnew'],
  ])('changes only its lines: %s', (_name, source, from, to, wanted) => {
    expect(edited(source, () => undefined)).toBe(source);
    expect(edited(source, replaced(from, to))).toBe(wanted);
  });
});
