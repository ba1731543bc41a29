import { describe, expect, it } from 'vitest';
import {
  anchorAliases,
  documentAnchors,
  documentOutline,
  documentReferences,
  documentText,
  emptyDocument,
  mapReferences,
  parseMarkdown,
  withAnchors,
} from './index.js';
import { sketch } from './sketch.fixture.js';

const parse = (markdown: string) => parseMarkdown(markdown).document;

describe('documentText', () => {
  it('contains the words that readers search for', () => {
    const text = documentText(
      parse(
        '## Head\n\nA **b** [c](d) :smile: <u>e</u>[^1]\n\n{% tabs %}\n{% tab title="Tab" %}\n```js\ncode()\n```\n{% endtab %}\n{% endtabs %}\n\n' +
          '| H1 | H2 |\n| - | - |\n| x | y |\n\n![alt](i.png "caption")\n\n<details>\n\n<summary>Sum</summary>\n\nbody\n\n</details>\n\n<!-- hidden -->\n\n' +
          '<section>raw <b>html</b></section>\n\n$$\nx^2\n$$\n\n[^1]: note\n',
      ),
    );
    expect(text.split('\n')).toEqual([
      'Head',
      'note',
      'A b c e1',
      'Tab',
      'code()',
      'H1 H2',
      'x',
      'y',
      'alt',
      'caption',
      'Sum',
      'body',
      'raw html',
      'x^2',
    ]);
  });

  it('is empty for an empty document', () => {
    expect(documentText(emptyDocument())).toBe('');
  });
});

describe('documentOutline', () => {
  it('lists visible headings with unique ids', () => {
    const document = parse(
      '## One\n\n### One\n\n## Two <a href="#one-1" id="one-1"></a>\n\n{% stepper %}\n{% step %}\n#### Step\n{% endstep %}\n{% endstepper %}\n\n{% tabs %}\n{% tab title="T" %}\n## Hidden\n{% endtab %}\n{% endtabs %}\n\n##\n',
    );
    expect(documentOutline(document)).toEqual([
      { level: 1, id: 'one', title: 'One' },
      { level: 2, id: 'one-2', title: 'One' },
      { level: 1, id: 'one-1', title: 'Two' },
      { level: 3, id: 'step', title: 'Step' },
    ]);
    const anchored = withAnchors(document);
    expect(anchored.nodes[0]?.meta).toEqual({ id: 'one' });
    expect(JSON.stringify(anchored)).toContain('"meta":{"id":"t"}');
    expect(JSON.stringify(anchored)).toContain('"meta":{"id":"hidden"}');
    expect(document.nodes[0]?.meta).toBeUndefined();
  });
});

describe('anchorAliases', () => {
  const aliases = (markdown: string) => Object.fromEntries(anchorAliases(parse(markdown)));

  it('gives a heading its id in hosted docs where that is another one', () => {
    const markdown =
      '## 1. Set up Vue.js\n\n## Start/pause calls\n\n## What\u2019s new\n\n## iOS - Swift (beta)\n\n## \u65e5\u672c\n\n## Plain\n';
    expect(aliases(markdown)).toEqual({
      '1-set-up-vuejs': 'id-1.-set-up-vue.js',
      'startpause-calls': 'start-pause-calls',
      'ios---swift-beta': 'ios-swift-beta',
    });
    expect(documentAnchors(parse(markdown))).toContain('id-1.-set-up-vue.js');
  });

  it('gives no alias that is taken, and none to a heading whose author chose an id', () => {
    const markdown =
      '## A/b\n\n## A b\n\n## A.b\n\n## C/d <a href="#own" id="own"></a>\n\n## E/f\n\n## E/f\n';
    expect(aliases(markdown)).toEqual({ ab: 'a-b-1', 'ab-1': 'a.b', ef: 'e-f', 'ef-1': 'e-f-1' });
  });
});

describe('documentReferences', () => {
  const markdown =
    '[a](1.md) ![i](2.png) text ![j](3.png)\n\n{% content-ref url="4.md" %}\n{% endcontent-ref %}\n\n{% file src="5.pdf" %}\n\n{% embed url="https://6" %}\n\n' +
    '<a href="7.md" class="button primary">B</a> [m](8.md "mention")\n\n' +
    '<table data-view="cards"><thead><tr><th>T</th><th data-type="files"></th><th data-type="content-ref"></th><th data-type="image"></th></tr></thead><tbody>' +
    '<tr><td><a href="9.md">x</a></td><td><a href="10.png">10.png</a></td><td><a href="11.md">11.md</a></td><td><a href="12.png">12.png</a></td></tr></tbody></table>\n\n' +
    '{% include "13.md" %}\n\n{% openapi src="14.yaml" path="/" method="get" %}\n[14.yaml](14.yaml)\n{% endopenapi %}\n\n* [deep](15.md)\n';

  it('lists every reference with the block it stands in', () => {
    const document = parse(markdown);
    const found = documentReferences(document);
    const urls = found.map((one) => (one.ref.kind === 'url' ? one.ref.url : one.ref.kind));
    expect(new Set(urls)).toEqual(
      new Set([
        '1.md',
        '2.png',
        '3.png',
        '4.md',
        '5.pdf',
        'https://6',
        '7.md',
        '8.md',
        '9.md',
        '10.png',
        '11.md',
        '12.png',
        '13.md',
        '14.yaml',
        '15.md',
      ]),
    );
    expect(found[0]).toEqual({
      ref: { kind: 'url', url: '1.md' },
      key: document.nodes[0]?.key,
      source: 'link',
    });
    expect(found.every((one) => one.key !== undefined)).toBe(true);
  });

  it('lists references that mapReferences replaces everywhere', () => {
    const document = parse(markdown);
    expect(mapReferences(document, (ref) => ref)).toBe(document);
    const mapped = mapReferences(document, (ref) =>
      ref.kind === 'url' && /^\d/.test(ref.url) ? { kind: 'file', file: `f-${ref.url}` } : ref,
    );
    const left = documentReferences(mapped).filter((one) => one.ref.kind === 'url');
    expect(left.map((one) => one.source)).toEqual(['embed']);
    expect(sketch(mapped)).toContain('inline-image{ref:<file f-2.png>');
    expect(JSON.stringify(mapped)).toContain('["f-10.png"]');
  });
});
