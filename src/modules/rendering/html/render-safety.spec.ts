import type { Root } from 'hast';
import { describe, expect, it } from 'vitest';
import type { DocumentBlock } from '#modules/documents/index.js';
import {
  block,
  codeBlock,
  documentOf,
  fragment,
  heading,
  inline,
  paragraph,
  text,
} from '../../../../test/support/document-nodes.js';
import { elements, parseHtml, textOf } from '../../../../test/support/html.js';
import { renderDocument } from './render-document.js';
import { sanitizeHtml } from './raw-html.js';

const context = { resolveRef: () => null, file: () => null };

async function render(...blocks: DocumentBlock[]): Promise<Root> {
  return parseHtml(await renderDocument(documentOf(...blocks), context));
}

const FORBIDDEN_TAGS = new Set(
  'script style iframe object embed form input base meta link foreignobject animate use'.split(' '),
);
const ADDRESSES = new Set(['href', 'src', 'poster', 'action', 'xlinkHref']);

/** Everything in the page that could act, load a document or restyle it. */
function harms(tree: Root): string[] {
  return elements(tree).flatMap((element) => [
    ...(FORBIDDEN_TAGS.has(element.tagName) ? [element.tagName] : []),
    ...Object.entries(element.properties).flatMap(([name, value]) => {
      const words = String(value).replace(/[^\u0021-\uffff]/g, '');
      const isHarmful =
        /^on/i.test(name) ||
        (ADDRESSES.has(name) && /^(javascript|vbscript|data:text)/i.test(words)) ||
        (name === 'style' && /url|expression|position/i.test(words));
      return isHarmful ? [`${element.tagName} ${name}=${words}`] : [];
    }),
  ]);
}

const ATTACKS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</code></pre><script>alert(1)</script>',
  '</title><svg onload=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  '<!--><img src onerror=alert(1)>-->',
];

it('the audit of rendered documents finds harmful markup', () => {
  const html =
    '<img src=x onerror=alert(1)><a href="java\nscript:x">a</a><p style="position:fixed">b</p><script></script>';
  expect(harms(parseHtml(html))).toHaveLength(4);
});

describe('rendered text that looks like markup', () => {
  it.each(ATTACKS)('stays text: %s', async (attack) => {
    const tree = await render(
      heading(1, attack, attack),
      paragraph(attack, text(attack, 'code', 'bold')),
      codeBlock(attack, { title: attack, syntax: attack }),
      codeBlock(attack, { syntax: 'html' }),
      block('hint', { style: attack, icon: attack }, [paragraph(attack)]),
      block('tabs', {}, [block('tabs-item', { title: attack, icon: attack }, [paragraph(attack)])]),
      block('expandable', {}, undefined, {
        meta: { id: attack },
        fragments: [fragment('expandable-title', paragraph(attack))],
      }),
      block('openapi-operation', { path: attack, method: attack, ref: { kind: 'openapi', spec: attack } }),
      block('integration', { integration: attack, block: attack, props: { attack } }),
      block(attack, { attack }),
      block('math', { formula: attack }),
      paragraph(
        inline('emoji', { code: attack }),
        inline('icon', { icon: attack, color: attack }),
        inline('button', { label: attack, kind: attack }),
        inline('expression', { expression: attack }),
        inline('inline-math', { formula: attack }),
        inline('inline-image', { ref: { kind: 'url', url: attack }, alt: attack }),
      ),
    );
    expect(harms(tree)).toEqual([]);
    expect(elements(tree, 'h2').map(textOf)).toEqual([attack]);
    expect(elements(tree, 'p').map(textOf)).toContain(attack + attack);
    expect(elements(tree, 'figure').map((figure) => textOf(figure))).toContain(attack);
  });
});

describe('rendered addresses', () => {
  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://x/1',
    'file:///etc/passwd',
  ])('lose %j and keep the words', async (url) => {
    const ref = { kind: 'url', url };
    const tree = await render(
      paragraph(
        inline('link', { ref }, [text('words')]),
        inline('button', { label: 'button', kind: 'primary', ref }),
      ),
      block('content-ref', { ref }),
      block('embed', { url }),
      block('images', {}, [block('image', { ref, alt: 'alternative' })]),
    );
    expect(harms(tree)).toEqual([]);
    expect(elements(tree, 'a')).toEqual([]);
    expect(elements(tree, 'img')).toEqual([]);
    expect(textOf(tree)).toContain('words');
    expect(textOf(tree)).toContain('button');
    expect(textOf(tree)).toContain('alternative');
  });

  it('leave only sizes in style attributes', async () => {
    const evil = { unit: 'px;position:fixed', value: 1 };
    const tree = await render(
      block('images', {}, [
        block('image', { ref: { kind: 'url', url: '/a.png' }, width: evil, height: '9;color:red' }),
      ]),
      block('columns', {}, [block('column', { width: evil }, [paragraph('x')])]),
      codeBlock('a\nb', { expandable: true, collapsedLineCount: '1;position:fixed' }),
    );
    expect(elements(tree).filter((element) => element.properties.style !== undefined)).toEqual([]);
  });
});

describe('rendered raw HTML', () => {
  const raw = (html: string) => codeBlock(html, { syntax: 'html', raw: 'html' });

  it.each([
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><animate href="javascript:alert(1)"/></svg>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext></p><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></math>',
    '<a href="java&#x09;script:alert(1)">x</a>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
    '<div style="position:fixed;inset:0;background:url(//evil)">x</div>',
    '<style>body{display:none}</style>',
    '<link rel=stylesheet href=//evil><meta http-equiv=refresh content="0;url=//evil"><base href=//evil>',
    '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<template><script>alert(1)</script></template>',
    '<video poster="javascript:alert(1)" src="javascript:alert(1)" onplay=alert(1)></video>',
    '<details open ontoggle=alert(1)>x</details>',
    '<x onclick=alert(1)>x</x>',
  ])('has nothing harmful: %s', async (html) => {
    expect(harms(await render(raw(html)))).toEqual([]);
  });

  it('keeps common elements, and the addresses of frames', async () => {
    const tree = await render(
      raw(
        '<div align="center"><h1>Hi</h1><img src="/logo.png" alt="Logo" width="80"> <a href="https://x.test">x</a></div>',
      ),
      raw('<iframe src="https://player.test/42" title="Tour"></iframe>'),
    );
    expect(elements(tree, 'h1')).toEqual([]);
    expect(elements(tree, 'h2').map(textOf)).toEqual(['Hi']);
    expect(elements(tree, 'img')[0]?.properties).toMatchObject({
      src: '/logo.png',
      alt: 'Logo',
      width: 80,
      loading: 'lazy',
    });
    expect(elements(tree, 'a').map((a) => [a.properties.href, a.properties.rel, textOf(a)])).toEqual([
      ['https://x.test', ['noopener'], 'x'],
      ['https://player.test/42', ['noopener'], 'Tour'],
    ]);
  });

  it('joins the tags of a line around the words between them', async () => {
    const tag = (source: string) => inline('expression', { expression: "''", raw: source });
    const tree = await render(
      paragraph(
        'a ',
        tag('<u onclick="x">'),
        'b ',
        tag('<small>'),
        text('c', 'bold'),
        tag('</small>'),
        tag('</u>'),
        ' d',
      ),
      paragraph(
        'open ',
        tag('<u>'),
        'kept',
        tag('</b>'),
        tag('<br>'),
        tag('<script>'),
        'alert(1)',
        tag('</script>'),
      ),
      paragraph(inline('expression', { expression: "''", raw: '<!-- note -->', flow: true })),
    );
    expect(harms(tree)).toEqual([]);
    expect(elements(tree, 'u').map(textOf)).toEqual(['b c']);
    expect(elements(tree, 'small').map(textOf)).toEqual(['c']);
    expect(elements(tree, 'p').map(textOf)).toEqual(['a b c d', 'open keptalert(1)']);
    expect(elements(tree, 'br')).toHaveLength(1);
  });

  it('shows source that it cannot read as source', async () => {
    const tree = await render(
      codeBlock('{% weird %}', { syntax: 'markdown', raw: 'markdown' }),
      paragraph(inline('expression', { expression: "''", raw: '{% odd %}' })),
    );
    expect(elements(tree, 'code').map(textOf)).toEqual(['{% weird %}', '{% odd %}']);
  });

  it('has only attributes that are on the list', () => {
    expect(JSON.stringify(sanitizeHtml('<p class="x" data-copy style="color:red" id="ok">t</p>'))).toContain(
      '"properties":{"id":"ok"}',
    );
  });
});
