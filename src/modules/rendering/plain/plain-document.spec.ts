import { describe, expect, it } from 'vitest';
import { type ContentRef, parseMarkdown, serializeMarkdown } from '#modules/documents/index.js';
import type { RenderContext } from '../model/render-context.js';
import { plainDocument } from './plain-document.js';

const context: RenderContext = {
  resolveRef: (ref: ContentRef) => {
    if (ref.kind === 'page' && ref.page === 'known')
      return { kind: 'page', href: '/docs/known', title: 'Known', description: 'What it is' };
    return ref.kind === 'file' ? { kind: 'file', href: `/docs/~files/${ref.file}`, title: 'note.txt' } : null;
  },
  file: () => null,
};
const resolveLink = (url: string): ContentRef | undefined => {
  if (url === 'known.md') return { kind: 'page', page: 'known' };
  return url.endsWith('.txt') ? { kind: 'file', file: 'f1' } : undefined;
};

/** Git-format Markdown in plain Markdown. */
function plain(markdown: string): string {
  const { document } = parseMarkdown(markdown, { resolveLink, resolveFile: resolveLink });
  const whole = (href: string): string => new URL(href, 'https://example.com').href;
  return serializeMarkdown(plainDocument(document, context, whole));
}

describe('the rendering as plain Markdown', () => {
  it.each([
    ['a hint', '{% hint style="danger" %}\nHot.\n{% endhint %}', '> **Danger**\n>\n> Hot.\n'],
    [
      'tabs',
      '{% tabs %}\n{% tab title="A" %}\none\n{% endtab %}\n{% tab title="B" %}\ntwo\n{% endtab %}\n{% endtabs %}',
      '**A**\n\none\n\n**B**\n\ntwo\n',
    ],
    [
      'a stepper',
      '{% stepper %}\n{% step %}\n### First\n\nGo.\n{% endstep %}\n{% endstepper %}',
      '**Step 1**\n\n### First\n\nGo.\n',
    ],
    [
      'an expandable',
      '<details>\n\n<summary>More</summary>\n\nFolded.\n\n</details>',
      '**More**\n\nFolded.\n',
    ],
    [
      'code with a title',
      '{% code title="a.js" lineNumbers="true" %}\n```js\nlet a;\n```\n{% endcode %}',
      '**a.js**\n\n```js\nlet a;\n```\n',
    ],
    [
      'a link to a page',
      'See [it](known.md "title") and [what is gone](gone.md).',
      'See [it](https://example.com/docs/known) and what is gone.\n',
    ],
    [
      'a card of a page',
      '{% content-ref url="known.md" %}\n[known.md](known.md)\n{% endcontent-ref %}',
      '[Known](https://example.com/docs/known): What it is\n',
    ],
    ['an embed', '{% embed url="https://a.example/v" %}', '<https://a.example/v>\n'],
    ['a file', '{% file src="x.txt" %}', '[note.txt](https://example.com/docs/~files/f1)\n'],
    [
      'colours and icons',
      '<mark style="color:red;">red</mark> <i class="fa-star">:star:</i> :rocket:',
      'red  🚀\n',
    ],
    [
      'a button',
      '<a href="known.md" class="button primary">Go</a>',
      '[Go](https://example.com/docs/known)\n',
    ],
    ['a comment', 'before\n\n<!-- for writers only -->\n\nafter', 'before\n\nafter\n'],
    ['a comment in a line', 'be<!-- for writers only -->fore', 'before\n'],
    [
      'columns',
      '{% columns %}\n{% column %}\nleft\n{% endcolumn %}\n{% column %}\nright\n{% endcolumn %}\n{% endcolumns %}',
      'left\n\nright\n',
    ],
    [
      'a table',
      '<table><thead><tr><th width="90">A</th><th data-type="checkbox">Done</th></tr></thead><tbody><tr><td>one</td><td>true</td></tr></tbody></table>',
      '| A | Done |\n| --- | --- |\n| one | \\[x] |\n',
    ],
    [
      'cards',
      '<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>Start</strong></td><td>Begin here.</td><td><a href="known.md">known.md</a></td></tr></tbody></table>',
      '* [Start](https://example.com/docs/known)\n\n  Begin here.\n',
    ],
    ['a formula', 'a $$x^2$$ b', 'a $$x^2$$ b\n'],
    ['a footnote', 'Word[^1].\n\n[^1]: Its note.', 'Word[^1].\n\n[^1]: Its note.\n'],
    ['tasks', '- [x] done\n- [ ] open', '* [x] done\n* [ ] open\n'],
    [
      'updates',
      '{% updates format="full" %}\n{% update date="2026-03-02" %}\n## New\n{% endupdate %}\n{% endupdates %}',
      '**March 2, 2026**\n\n## New\n',
    ],
  ])('simplifies %s', (_, source, expected) => {
    const text = plain(source);
    expect(text).toBe(expected);
    expect(text).not.toMatch(/\{%|onclick|<!--|bindery|data-/);
  });

  it('removes active HTML', () => {
    const text = plain('<div onclick="x()"><img src="https://a.example/i.png" onerror="y()"></div>');
    expect(text).toContain('https://a.example/i.png');
    expect(text).not.toMatch(/onclick|onerror/);
  });
});
