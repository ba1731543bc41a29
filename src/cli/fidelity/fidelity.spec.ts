import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPage } from './check-page.js';
import { missing, takeInventory } from './inventory.js';

const page = `---
description: Words
layout:
  title:
    visible: true
---

# Title

Text with **bold**, [a link](x.md "t"), ![a picture](p.png) and <a href="y.md" target="_blank">more</a>. :smile:

{% hint style="warning" %}
Careful with \`code\`.
{% endhint %}

<figure><img src="f g.png" alt="words" width="300"><figcaption><p>caption</p></figcaption></figure>

| A | B |
| - | - |
| c | d |

\`\`\`js
{% hint %} is("text")
\`\`\`
`;

const lost = (change: (text: string) => string): string[] =>
  missing(takeInventory(page), takeInventory(change(page)));

describe('the fidelity check', () => {
  it('finds no loss on a page whose content is kept', () => {
    expect(checkPage(page)).toEqual({ losses: [], warnings: [] });
  });

  it.each([
    ['a word', 'Text with', 'with', 'text text'],
    ['formatting', '**bold**', 'bold', 'bold bold'],
    ['a link', '[a link](x.md "t")', 'a link', 'link x.md'],
    ['a title', ' "t"', '', 'a title="t"'],
    ['an image', '![a picture](p.png)', 'a picture', 'image p.png'],
    ['an attribute of HTML', ' target="_blank"', '', 'a target="_blank"'],
    ['a width', ' width="300"', '', 'img width="300"'],
    ['an attribute of a tag', ' style="warning"', '', 'hint style="warning"'],
    ['a character of code', 'is("text")', 'is(text)', 'code js: {% hint %} is("text")'],
    ['a language', '```js', '```', 'code js: {% hint %} is("text")'],
    ['front matter', 'description: Words', '', 'front matter.description = Words'],
    ['nested front matter', 'visible: true', 'visible: false', 'front matter.layout.title.visible = true'],
    ['an emoji', ':smile:', '', 'text 😄'],
    ['the level of a heading', '# Title', '## Title', 'h1: Title'],
  ])('reports that %s is lost', (_name, from, to, item) => {
    expect(lost((text) => text.replace(from, to))).toContain(item);
  });

  it('accepts another spelling of the same content', () => {
    const other = page
      .replace('**bold**', '__bold__')
      .replace('![a picture](p.png)', '<img src="p.png" alt="a picture">')
      .replace(
        '| A | B |\n| - | - |\n| c | d |',
        '<table><tr><th>A</th><th>B</th></tr><tr><td>c</td><td>d</td></tr></table>',
      )
      .replace('f g.png', 'f%20g.png');
    expect(missing(takeInventory(page), takeInventory(other))).toEqual([]);
  });

  it('accepts any title of a tab, with escaped characters or without', () => {
    const character = fc.oneof(
      { arbitrary: fc.constantFrom(...'ab (){}%"\'\\&<>*_[]`#|.'.split('')), weight: 5 },
      { arbitrary: fc.string({ minLength: 1, maxLength: 1 }), weight: 1 },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(character, fc.boolean()), { maxLength: 12 }), (characters) => {
        const title = characters
          .map(([one, isEscaped]) =>
            /["\\]/.test(one) || (isEscaped && /[!-/:-@[-`{-~]/.test(one)) ? `\\${one}` : one,
          )
          .join('');
        const text = `# Title\n\n{% tabs %}\n{% tab title="${title}" %}\nWords\n{% endtab %}\n{% endtabs %}\n`;
        expect(checkPage(text).losses).toEqual([]);
      }),
    );
  });

  it('reports another title of a tab', () => {
    const tab = (title: string): string => `{% tab title="${title}" %}\nWords\n{% endtab %}\n`;
    const losses = missing(takeInventory(tab('iOS \\(3.x\\)')), takeInventory(tab('iOS 3.x')));
    expect(losses).toEqual(['tab title="iOS (3.x)"']);
  });
});
