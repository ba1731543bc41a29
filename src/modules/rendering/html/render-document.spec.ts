import { describe, expect, it } from 'vitest';
import {
  anchorAliases,
  type DocumentBlock,
  type DocumentNode,
  withAnchors,
} from '#modules/documents/index.js';
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
import type { RenderContext } from '../model/render-context.js';
import { renderDocument } from './render-document.js';

const context: RenderContext = {
  resolveRef(ref) {
    if (ref.kind === 'page' && ref.page === 'known')
      return { href: '/known', title: 'Known page', kind: 'page' };
    if (ref.kind === 'user') return { href: 'mailto:ada@example.com', title: 'Ada', kind: 'user' };
    if (ref.kind === 'openapi') return { href: '/spec', title: 'Pet store', kind: 'openapi' };
    return null;
  },
  file: (id) =>
    ({
      photo: {
        url: '/f/photo.png',
        name: 'photo.png',
        size: 2048,
        contentType: 'image/png',
        dimensions: { width: 640, height: 480 },
      },
      night: { url: '/f/night.png', name: 'night.png', size: 2048, contentType: 'image/png' },
      guide: { url: '/f/guide.pdf', name: 'guide.pdf', size: 1_234_567, contentType: 'application/pdf' },
    })[id] ?? null,
  user: (id) => (id === 'ada' ? { displayName: 'Ada Lovelace' } : null),
};

async function render(...blocks: DocumentBlock[]) {
  const html = await renderDocument(documentOf(...blocks), context);
  const tree = parseHtml(html);
  return { html, tree, words: textOf(tree), all: (tag?: string, name?: string) => elements(tree, tag, name) };
}

describe('rendered text', () => {
  it.each([
    ['bold', 'strong'],
    ['italic', 'em'],
    ['code', 'code'],
    ['strikethrough', 's'],
    ['keyboard', 'kbd'],
    ['superscript', 'sup'],
    ['subscript', 'sub'],
  ])('shows the mark %s as <%s>', async (mark, tag) => {
    const { all } = await render(paragraph(text('word', mark)));
    expect(all(tag).map(textOf)).toEqual(['word']);
  });

  it('puts code around all other marks', async () => {
    const { html } = await render(paragraph(text('x', 'code', 'bold')));
    expect(html).toBe('<p><code><strong>x</strong></code></p>');
  });

  it('shows known colors as classes and ignores unknown ones', async () => {
    const color = (name: string) => ({
      object: 'mark' as const,
      type: 'color',
      data: { text: name, background: '$warning' },
    });
    const { all } = await render(
      paragraph(text('a', color('red')), text('b', color('red;} body{display:none'))),
    );
    expect(all('span').map((span) => span.properties.className)).toEqual([
      ['color-red', 'back-warning'],
      ['back-warning'],
    ]);
  });

  it('breaks lines where the text does and ignores unknown marks', async () => {
    const { html } = await render(paragraph(text('one\ntwo', 'sparkle')));
    expect(html).toBe('<p>one<br>two</p>');
  });

  it('renders headings one level below the title, with an id and a link to it', async () => {
    const { all } = await render(
      heading(1, 'One', 'one'),
      heading(2, 'Two', 'two'),
      heading(3, 'Three', 'three'),
    );
    expect(
      [...all('h2'), ...all('h3'), ...all('h4')].map((item) => [
        item.tagName,
        item.properties.id,
        textOf(item),
      ]),
    ).toEqual([
      ['h2', 'one', 'One'],
      ['h3', 'two', 'Two'],
      ['h4', 'three', 'Three'],
    ]);
    expect(all('a', 'anchor').map((item) => item.properties.href)).toEqual(['#one', '#two', '#three']);
  });

  it('gives a heading its id in hosted docs as well', async () => {
    const document = withAnchors(documentOf(heading(1, '1. Set up Vue.js')));
    const aliases = { ...context, anchorAliases: anchorAliases(document) };
    const tree = parseHtml(await renderDocument(document, aliases));
    const [title] = elements(tree, 'h2');
    expect(title?.properties['id']).toBe('1-set-up-vuejs');
    expect(elements(tree, 'span').map((span) => span.properties['id'])).toContain('id-1.-set-up-vue.js');
    expect(textOf(tree)).toBe('1. Set up Vue.js');
  });

  it('gives two headings different ids', async () => {
    const { all } = await render(heading(1, 'A', 'same'), heading(1, 'B', 'same'));
    expect(all('h2').map((item) => item.properties.id)).toEqual(['same', 'same-1']);
  });

  it('renders lists, with the start of ordered ones and the state of tasks', async () => {
    const item = (words: string, data = {}) => block('list-item', data, [paragraph(words)]);
    const { all } = await render(
      block('list-unordered', {}, [item('bullet')]),
      block('list-ordered', { start: 3 }, [item('third')]),
      block('list-tasks', {}, [item('done', { checked: true }), item('open')]),
    );
    expect(all('li').map(textOf)).toEqual(['bullet', 'third', 'done', 'open']);
    expect(all('ol')[0]?.properties.start).toBe(3);
    expect(all('span', 'check').map((box) => box.properties.ariaLabel)).toEqual(['Checked', 'Not checked']);
  });

  it('renders quotes, dividers, alignment and formulas', async () => {
    const { all, html, words } = await render(
      block('blockquote', {}, [paragraph('Quoted')]),
      block('divider'),
      block('paragraph', { align: 'center' }, [text('Middle')]),
      block('math', { formula: 'x^2' }),
      paragraph(inline('inline-math', { formula: '\\frac{' })),
    );
    expect(all('blockquote').map(textOf)).toEqual(['Quoted']);
    expect(all('hr')).toHaveLength(1);
    expect(all('p', 'align-center').map(textOf)).toEqual(['Middle']);
    expect(html).toContain('<math');
    expect(words).toContain('\\frac{');
  });

  it.each(['info', 'success', 'warning', 'danger'])('renders a hint of style %s', async (style) => {
    const { all } = await render(block('hint', { style }, [paragraph('Careful')]));
    expect(all('aside', `hint-${style}`).map(textOf)).toEqual(['Careful']);
  });
});

describe('rendered inlines', () => {
  it('shows links, and marks a link whose target is missing', async () => {
    const link = (ref: object, words: string) => inline('link', { ref }, [text(words)]);
    const { all } = await render(
      paragraph(
        link({ kind: 'url', url: 'https://example.com' }, 'out'),
        link({ kind: 'page', page: 'known' }, 'in'),
      ),
      paragraph(link({ kind: 'page', page: 'gone' }, 'nowhere')),
    );
    expect(all('a').map((a) => [a.properties.href, a.properties.rel, textOf(a)])).toEqual([
      ['https://example.com', ['noopener'], 'out'],
      ['/known', undefined, 'in'],
    ]);
    expect(all('span', 'broken-link').map(textOf)).toEqual(['nowhere']);
  });

  it.each([
    ['1f600', '😀'],
    ['1f468-200d-1f4bb', '👨‍💻'],
    ['rocket', '🚀'],
    ['no-such-emoji', ':no-such-emoji:'],
  ])('renders the emoji %s', async (code, shown) => {
    expect((await render(paragraph(inline('emoji', { code })))).words).toBe(shown);
  });

  it('names emoji and icons for screen readers', async () => {
    const { all } = await render(
      paragraph(
        inline('emoji', { code: '1f680' }),
        inline('icon', { icon: 'arrow-right' }),
        inline('icon', { icon: 'pro-only' }),
      ),
    );
    expect(all('span', 'emoji')[0]?.properties.ariaLabel).toBe('rocket');
    expect(all('svg').map((svg) => svg.properties.ariaLabel)).toEqual(['arrow right', 'pro only']);
  });

  it('renders mentions, buttons, inline images and expressions', async () => {
    const { all } = await render(
      paragraph(
        inline('mention', { ref: { kind: 'page', page: 'known' } }),
        inline('button', { label: 'Go', kind: 'secondary', ref: { kind: 'page', page: 'known' } }),
        inline('button', { label: 'Ask', kind: 'primary', action: { action: 'ask' } }),
        inline('inline-image', { ref: { kind: 'file', file: 'photo' }, alt: 'A photo', size: 'line' }),
        inline('expression', { expression: 'visitor.claims.name' }),
      ),
    );
    expect(all('a', 'mention').map(textOf)).toEqual(['Known page']);
    expect(all('a', 'button-secondary').map(textOf)).toEqual(['Go']);
    expect(all('span', 'button-inert').map(textOf)).toEqual(['Ask']);
    expect(all('img', 'line-image')[0]?.properties.alt).toBe('A photo');
    expect(all('code', 'expression').map(textOf)).toEqual(['visitor.claims.name']);
  });

  it('links annotated words to a note and back', async () => {
    const note = inline('annotation', {}, [text('term')], {
      fragments: [fragment('annotation-body', paragraph('What it means'))],
    });
    const { all } = await render(paragraph(note));
    const [reference] = all('a', 'annotation');
    const [body] = all('li', 'note');
    expect(reference?.properties.href).toBe(`#${String(body?.properties.id)}`);
    expect(textOf(body ?? parseHtml(''))).toContain('What it means');
    expect(all('a', 'note-back')[0]?.properties.href).toBe(`#${String(reference?.properties.id)}`);
  });

  it('numbers footnotes without a label beside the number', async () => {
    const sign = inline('annotation', {}, [text('why', 'superscript')], {
      fragments: [fragment('annotation-body', paragraph('Because'))],
    });
    const { all } = await render(paragraph(text('So'), sign));
    expect(all('a', 'annotation').map(textOf)).toEqual(['1']);
  });

  it('shows the content or the source of unknown inlines', async () => {
    const { words } = await render(
      paragraph(inline('future', {}, [text('kept')]), inline('void-future', { source: 'raw!' })),
    );
    expect(words).toBe('keptraw!');
  });
});

describe('rendered code', () => {
  it('has colours in known languages, and keeps every character', async () => {
    const source = 'const a = "<b>";\n\n// done\treally';
    // The first code of a language compiles its grammar, which a busy machine may not do within the limit for a line.
    await render(codeBlock(source, { syntax: 'ts' }));
    const { all } = await render(
      codeBlock(source, { syntax: 'ts', title: 'a.ts', lineNumbers: true, overflow: 'wrap' }),
    );
    expect(all('code').map(textOf)).toEqual([source]);
    expect(all('span', 'tk').map((token) => textOf(token).trim())).toContain('const');
    expect(all('span', 'tc').map(textOf)).toEqual(['// done\treally']);
    expect(all('figcaption').map(textOf)).toEqual(['a.ts']);
    expect(all('figure')[0]?.properties.className).toEqual(['code', 'code-wrap', 'code-numbers']);
    expect(all('button', 'copy')).toHaveLength(1);
  });

  it.each([undefined, 'klingon', 'mermaid', '__proto__', 'constructor'])(
    'shows %s as plain or colored text',
    async (syntax) => {
      const { all } = await render(codeBlock('graph TD\n  A --> B', { syntax }));
      expect(all('code').map(textOf)).toEqual(['graph TD\n  A --> B']);
    },
  );

  it('marks highlighted lines and folds long code', async () => {
    const lines = ['a', 'b', 'c'].map((line) =>
      block('code-line', { highlighted: line === 'b' }, [text(line)]),
    );
    const { all } = await render(block('code', { expandable: true, collapsedLineCount: 2 }, lines));
    expect(all('span', 'line-marked').map(textOf)).toEqual(['b']);
    expect(all('button', 'code-more').map(textOf)).toEqual(['Show all 3 lines']);
  });

  it('keeps annotations and expressions inside of colored lines', async () => {
    const line: DocumentNode[] = [
      text('const '),
      inline('annotation', {}, [text('answer')], {
        fragments: [fragment('annotation-body', paragraph('Why 42'))],
      }),
      text(' = '),
      inline('expression', { expression: 'space.vars.version' }),
    ];
    const { all, words } = await render(block('code', { syntax: 'js' }, [block('code-line', {}, line)]));
    expect(all('a', 'annotation').map(textOf)).toEqual(['answer1']);
    expect(all('code').map(textOf)).toEqual(['const answer1 = {{ space.vars.version }}']);
    expect(words).toContain('Why 42');
  });

  it('renders prompts with their text', async () => {
    const { all, words } = await render(
      block('prompt', { description: 'Ask it', defaultExpanded: 'full' }, [codeBlock('Do it')]),
    );
    expect(all('summary').map(textOf)).toEqual(['Ask it']);
    expect(all('details')[0]?.properties.open).toBe(true);
    expect(words).toContain('Do it');
  });
});

describe('rendered media and references', () => {
  it('renders images with size, caption, alignment and a dark form', async () => {
    const image = block(
      'image',
      {
        ref: { kind: 'file', file: 'photo' },
        refDark: { kind: 'file', file: 'night' },
        alt: 'View',
        width: { unit: '%', value: 50 },
      },
      undefined,
      { fragments: [fragment('caption', paragraph('The view'))] },
    );
    const { all } = await render(block('images', { align: 'left', withFrame: true }, [image]));
    expect(all('div')[0]?.properties.className).toEqual(['images', 'images-left', 'images-framed']);
    expect(all('img').map((img) => [img.properties.src, img.properties.className])).toEqual([
      ['/f/photo.png', ['only-light']],
      ['/f/night.png', ['only-dark']],
    ]);
    expect(all('img')[0]?.properties).toMatchObject({
      loading: 'lazy',
      width: 640,
      height: 480,
      alt: 'View',
      style: 'width:50%',
    });
    expect(all('figcaption').map(textOf)).toEqual(['The view']);
  });

  it('renders files, embeds, drawings and content references as links', async () => {
    const { all, words } = await render(
      block('file', { ref: { kind: 'file', file: 'guide' } }),
      block('embed', { url: 'https://www.youtube.com/watch?v=1' }),
      block('drawing', { ref: { kind: 'file', file: 'photo' } }),
      block('content-ref', { ref: { kind: 'page', page: 'known' } }),
      block('content-ref', { ref: { kind: 'page', page: 'gone' } }),
    );
    expect(all('a', 'link-card').map((a) => a.properties.href)).toEqual([
      '/f/guide.pdf',
      'https://www.youtube.com/watch?v=1',
      '/known',
    ]);
    expect(words).toContain('1.2 MB');
    expect(all('iframe')).toEqual([]);
    expect(all('p', 'missing')).toHaveLength(1);
  });

  it.each([
    [
      'swagger',
      { ref: { kind: 'url', url: 'https://x.test/openapi.json' }, path: '/pets', method: 'get' },
      ['GET', '/pets', 'x.test'],
    ],
    [
      'openapi-operation',
      { ref: { kind: 'openapi', spec: 's' }, path: '/pets', method: 'post' },
      ['POST', '/pets', 'Pet store'],
    ],
    [
      'openapi-webhook',
      { ref: { kind: 'openapi', spec: 's' }, name: 'petAdded', method: 'post' },
      ['petAdded', 'Pet store'],
    ],
    [
      'openapi-schemas',
      { ref: { kind: 'openapi', spec: 's' }, schemas: ['Pet', 'Owner'] },
      ['Pet, Owner', 'Pet store'],
    ],
    [
      'integration',
      { integration: 'chart', block: 'bar', props: { size: 12 } },
      ['chart / bar', '"size": 12'],
    ],
  ])('shows %s as plain text with all its parts', async (type, data, expected) => {
    const { words } = await render(block(type, data));
    for (const part of expected) expect(words).toContain(part);
  });

  it('keeps the words of a reference whose target is missing', async () => {
    const body = { fragments: [fragment('body', paragraph('Old guide'))] };
    const { words } = await render(
      block('content-ref', { ref: { kind: 'page', page: 'gone' } }, undefined, body),
      block(
        'openapi-operation',
        { ref: { kind: 'openapi', spec: 's' }, path: '/p', method: 'get' },
        undefined,
        body,
      ),
    );
    expect(words.match(/Old guide/g)).toHaveLength(2);
  });

  it('leaves out unknown blocks, and shows single parts', async () => {
    const unknown = block('carousel', { source: 'raw' }, [paragraph('Slide')]);
    const { words } = await render(unknown, block('list-item', {}, [paragraph('Item')]));
    expect(words).toBe('Item');
  });
});

describe('rendered containers', () => {
  it('renders tabs as a tab list whose panels carry their titles', async () => {
    const tab = (title: string, words: string) => block('tabs-item', { title }, [paragraph(words)]);
    const { all } = await render(block('tabs', {}, [tab('One', 'first'), tab('Two', 'second')]));
    const tabs = all('button').map((item) => [
      textOf(item),
      item.properties.role,
      item.properties.ariaSelected,
    ]);
    expect(tabs).toEqual([
      ['One', 'tab', 'true'],
      ['Two', 'tab', 'false'],
    ]);
    expect(all('div', 'tab-panel').map(textOf)).toEqual(['Onefirst', 'Twosecond']);
    expect(all('button').map((item) => item.properties.ariaControls)).toEqual(
      all('div', 'tab-panel').map((panel) => [panel.properties.id]),
    );
  });

  it('renders expandables, steppers, columns, conditions and updates', async () => {
    const { all, words } = await render(
      block('expandable', { defaultExpanded: true }, undefined, {
        meta: { id: 'faq' },
        fragments: [
          fragment('expandable-title', paragraph('Why?')),
          fragment('expandable-body', paragraph('Because.')),
        ],
      }),
      block('stepper', {}, [block('stepper-step', {}, [heading(2, 'Do', 'do'), paragraph('this')])]),
      block('columns', {}, [
        block('column', { width: 40 }, [paragraph('left')]),
        block('column', {}, [paragraph('right')]),
      ]),
      block('if', { expression: 'true' }, [paragraph('conditional')]),
      block('updates', { format: 'short' }, [
        block('update', { date: '2026-08-01T00:00:00Z', tags: [{ kind: 'tag', tag: 'fix' }] }, [
          paragraph('news'),
        ]),
      ]),
    );
    expect(all('details')[0]?.properties).toMatchObject({ id: 'faq', open: true });
    expect(all('summary').map(textOf)).toEqual(['Why?']);
    expect(all('li', 'step')).toHaveLength(1);
    expect(all('div', 'column')[0]?.properties.style).toBe('--width:40%');
    expect(all('time')[0]?.properties.dateTime).toBe('2026-08-01T00:00:00.000Z');
    for (const part of ['Because.', 'this', 'left', 'right', 'conditional', 'Aug 1, 2026', 'fix', 'news'])
      expect(words).toContain(part);
  });

  it('show a note for reusable content that cannot be read', async () => {
    const ref = { kind: 'reusable-content', reusableContent: 'gone' };
    const { all } = await render(block('reusable-content', { ref }));
    expect(all('p', 'missing')).toHaveLength(1);
  });

  it('survive very deep nesting', async () => {
    let deep = paragraph('bottom');
    for (let level = 0; level < 20_000; level += 1) deep = block('blockquote', {}, [deep]);
    await expect(render(deep, paragraph('after'))).resolves.toMatchObject({ words: 'bottomafter' });
  });

  it('survive nodes without any members', async () => {
    const types = [
      'paragraph',
      'heading-1',
      'code',
      'images',
      'tabs',
      'table',
      'expandable',
      'stepper',
      'columns',
      'updates',
      'hint',
      'file',
      'embed',
    ];
    const broken = types.map((type) => ({ object: 'block', type }) as unknown as DocumentBlock);
    await expect(render(...broken, paragraph('after'))).resolves.toMatchObject({
      words: expect.stringContaining('after'),
    });
  });
});

describe('the rendered width', () => {
  const url = 'https://example.com/x';
  const words = fragment('caption', paragraph('words'));
  it.each<[string, DocumentBlock]>([
    ['tabs', block('tabs', { fullWidth: true }, [block('tabs-item', {}, [paragraph('x')])])],
    ['columns', block('columns', { fullWidth: true }, [block('column', {}, [paragraph('x')])])],
    ['code', codeBlock('x', { fullWidth: true })],
    ['embed', block('embed', { url, fullWidth: true })],
    ['embed', block('embed', { url, fullWidth: true }, undefined, { fragments: [words] })],
    ['link-card', block('content-ref', { ref: { kind: 'url', url }, fullWidth: true })],
    ['integration', block('integration', { integration: 'a', block: 'b', fullWidth: true })],
    ['api', block('swagger', { ref: { kind: 'url', url }, path: '/', method: 'get', fullWidth: true })],
    ['images', block('images', { fullWidth: true }, [block('image', { ref: { kind: 'url', url } })])],
  ])('is that of the page for wide %s', async (name, wide) => {
    const { tree } = await render(wide, paragraph('after'));
    expect(elements(tree, undefined, 'full-width').map((one) => one.properties.className)).toEqual([
      expect.arrayContaining([name]),
    ]);
    expect(tree.children[0]).toMatchObject({
      properties: { className: expect.arrayContaining(['full-width']) },
    });
  });
});
