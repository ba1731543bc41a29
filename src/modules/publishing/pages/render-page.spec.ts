import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { elements, parseHtml, textOf } from '../../../../test/support/html.js';
import { assetUrl, ASSETS_PATH, findAsset } from '../assets.js';
import { CONTENT_SECURITY_POLICY } from '../content-security-policy.js';
import { DEFAULT_LAYOUT, type PageTreeNode, type PageView } from './page-view.js';
import { renderNotFound, renderNotice, renderPage } from './render-page.js';

const node = (title: string, rest: Partial<PageTreeNode> = {}): PageTreeNode => ({
  id: title,
  title,
  type: 'document',
  href: `/${title}`,
  current: false,
  open: false,
  children: [],
  ...rest,
});

const view = (rest: Partial<PageView> = {}): PageView => ({
  site: { title: 'Handbook', homeHref: '/', indexed: true, language: 'en' },
  base: '/',
  page: {
    title: 'Start',
    description: 'How to begin',
    layout: DEFAULT_LAYOUT,
    updatedAt: '2026-08-21T10:00:00Z',
  },
  tree: [
    node('Basics', {
      type: 'group',
      href: undefined,
      children: [node('Start', { current: true }), node('Deep', { open: true, children: [node('Deeper')] })],
    }),
    node('Code', { type: 'link', href: 'https://code.test' }),
  ],
  breadcrumbs: [{ title: 'Basics' }, { title: 'Parent', href: '/parent' }],
  outline: [
    { id: 'one', title: 'One', level: 1 },
    { id: 'two', title: 'Two', level: 2 },
  ],
  bodyHtml: '<h2 id="one">One</h2><p>Body</p><h3 id="two">Two</h3>',
  previous: { title: 'Before', href: '/before' },
  next: { title: 'After', href: '/after' },
  canonicalUrl: 'https://docs.test/start',
  assetsBase: '/base',
  ...rest,
});

function page(rest: Partial<PageView> = {}) {
  const html = renderPage(view(rest));
  const tree = parseHtml(html);
  const meta = (name: string) =>
    elements(tree, 'meta').find((item) => item.properties.name === name || item.properties.property === name)
      ?.properties.content;
  return { html, tree, meta, all: (tag?: string, name?: string) => elements(tree, tag, name) };
}

describe('renderPage', () => {
  it('writes landmarks, one h1, and headings in order', () => {
    const { all } = page();
    expect(all('main')).toHaveLength(1);
    expect(all('header', 'site-header')).toHaveLength(1);
    expect(all('footer')).toHaveLength(1);
    expect(all('nav').map((nav) => nav.properties.ariaLabel ?? nav.properties.ariaLabelledBy)).toEqual([
      'Pages',
      'Breadcrumbs',
      'On this page',
      'Previous and next page',
      ['bdy-outline'],
    ]);
    const levels = all()
      .map((item) => /^h([1-6])$/.exec(item.tagName)?.[1])
      .filter(Boolean)
      .map(Number);
    expect(levels).toEqual([1, 2, 3]);
    const [skip] = all('a');
    expect(skip?.properties.href).toBe(`#${String(all('main')[0]?.properties.id)}`);
  });

  it('writes every id once, and refers only to ids of the page', () => {
    const { all } = page();
    const ids = all().flatMap((item) =>
      item.properties.id === undefined ? [] : [String(item.properties.id)],
    );
    expect(new Set(ids).size).toBe(ids.length);
    const references = all().flatMap((item) => [
      ...['ariaLabelledBy', 'ariaControls', 'ariaDescribedBy'].flatMap((name) => item.properties[name] ?? []),
      ...(String(item.properties.href).startsWith('#') ? [String(item.properties.href).slice(1)] : []),
    ]);
    expect(references.length).toBeGreaterThan(4);
    expect(ids).toEqual(expect.arrayContaining(references));
  });

  it('gives every control and link a name', () => {
    const { all } = page({
      variants: [
        { title: '2', href: '/', current: true },
        { title: '1', href: '/1', current: false },
      ],
    });
    for (const item of [...all('button'), ...all('a'), ...all('summary')]) {
      expect(String(item.properties.ariaLabel ?? textOf(item)).trim()).not.toBe('');
    }
  });

  it('marks the page being read, opens its branch and shows groups as headings', () => {
    const { all } = page();
    expect(
      all('a')
        .filter((a) => a.properties.ariaCurrent === 'page')
        .map(textOf),
    ).toEqual(['Start']);
    expect(all('details', 'tree-children').map((item) => item.properties.open)).toEqual([true]);
    expect(all('p', 'tree-heading').map(textOf)).toEqual(['Basics']);
    expect(all('a').find((a) => a.properties.href === 'https://code.test')?.properties.rel).toEqual([
      'noopener',
    ]);
  });

  it('draws shared branches of the tree once, equal to others', () => {
    const children = [node('Inside', { icon: 'house' })];
    const asked = { times: 0 };
    const shared = {
      ...node('Shared', { children, isShared: true }),
      get href() {
        asked.times += 1;
        return '/shared';
      },
    };
    const own = { ...node('Shared', { children }), href: '/shared' };
    expect(page({ tree: [shared] }).html).toBe(page({ tree: [own] }).html);
    const before = asked.times;
    expect(page({ tree: [shared] }).html).toContain('href="/shared"');
    expect(asked.times).toBe(before);
    const german = page({
      tree: [shared],
      site: { title: 'S', homeHref: '/', indexed: true, language: 'de' },
    });
    expect(german.html).not.toContain('Pages under');
    expect(asked.times).toBeGreaterThan(before);
  });

  it('writes metadata for machines', () => {
    const { all, meta } = page();
    expect(all('title').map(textOf)).toEqual(['Start | Handbook']);
    expect(meta('description')).toBe('How to begin');
    expect(meta('og:site_name')).toBe('Handbook');
    expect(meta('robots')).toBeUndefined();
    expect(all('link').find((link) => String(link.properties.rel) === 'canonical')?.properties.href).toBe(
      'https://docs.test/start',
    );
  });

  it('keeps search engines away from sites and pages that ask for it', () => {
    expect(page({ site: { title: 'S', homeHref: '/', indexed: false } }).meta('robots')).toBe('noindex');
    expect(page({ page: { title: 'P', layout: DEFAULT_LAYOUT, noIndex: true } }).meta('robots')).toBe(
      'noindex',
    );
  });

  it.each([
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['fr', 'ltr'],
  ])('writes a page in %s from %s', (language, direction) => {
    const [html] = page({ site: { title: 'S', homeHref: '/', indexed: true, language } }).all('html');
    expect(html?.properties).toMatchObject({ lang: language, dir: direction });
  });

  it('writes labels in the language of the site', () => {
    expect(
      textOf(page({ site: { title: 'S', homeHref: '/', indexed: true, language: 'de' } }).tree),
    ).toContain('21. August 2026');
  });

  it('shows the tags of the page below its title', () => {
    const tags = [{ label: 'New', color: '$success', emoji: '1f680' }, { label: '<b>' }];
    const { all } = page({ page: { title: 'Start', layout: DEFAULT_LAYOUT, tags } });
    const [list] = all('ul', 'page-tags');
    expect(textOf(list!)).toBe('🚀New<b>');
    expect(all('li', 'color-success')).toHaveLength(1);
  });

  it('leaves out the parts that the layout hides, but never the h1', () => {
    const layout = {
      ...DEFAULT_LAYOUT,
      title: false,
      outline: false,
      pagination: false,
      tableOfContents: false,
      metadata: false,
    };
    const { all, tree } = page({ page: { title: 'Start', layout, updatedAt: '2026-08-21T10:00:00Z' } });
    expect(all('h1').map(textOf)).toEqual(['Start']);
    expect(all('header', 'visually-hidden')).toHaveLength(1);
    for (const name of ['outline-list', 'pagination', 'sidebar']) expect(all(undefined, name)).toEqual([]);
    expect(textOf(tree)).not.toContain('Last updated');
  });

  it('escapes everything except the rendered document', () => {
    const attack = '"><script>alert(1)</script>';
    const { all } = page({
      site: { title: attack, homeHref: '/', indexed: true, language: attack, emoji: attack, icon: attack },
      page: {
        ...{ title: attack, description: attack, emoji: attack, layout: DEFAULT_LAYOUT, updatedAt: attack },
        tags: [{ label: attack, color: attack, emoji: attack, icon: attack }],
      },
      tree: [node(attack)],
      breadcrumbs: [{ title: attack, href: attack }],
      outline: [
        { id: attack, title: attack, level: 1 },
        { id: 'b', title: attack, level: 9 },
      ],
      next: { title: attack, href: '/x' },
    });
    expect(all('script')).toHaveLength(2);
    expect(all('h1').map(textOf)).toEqual([attack]);
  });

  it('loads the styles of formulas only for pages with formulas', () => {
    const styles = (html: string) =>
      elements(parseHtml(html), 'link').filter((link) => String(link.properties.href).endsWith('katex.css'));
    expect(styles(renderPage(view()))).toHaveLength(0);
    expect(styles(renderPage(view({ bodyHtml: '<span class="katex">x</span>' })))).toHaveLength(1);
  });
});

describe('pages without content', () => {
  it('show the tree beside the message that the page does not exist', () => {
    const tree = parseHtml(renderNotFound(view()));
    expect(elements(tree, 'h1').map(textOf)).toEqual(['Page not found']);
    expect(elements(tree, 'a', 'tree-link').length).toBeGreaterThan(2);
    expect(elements(tree, 'meta').some((meta) => meta.properties.content === 'noindex')).toBe(true);
  });

  it('show a notice of a site with its action', () => {
    const action = { title: 'Sign in', href: '/sign-in' };
    const tree = parseHtml(
      renderNotice({ title: 'Private', message: 'Members only', action, assetsBase: '' }),
    );
    expect(elements(tree, 'main').map(textOf)).toEqual(['PrivateMembers onlySign in']);
  });
});

describe('assets and the content security policy', () => {
  it('are served for a page under the hash only', () => {
    for (const name of ['site.css', 'site.js', 'favicon.svg', 'katex.css'] as const) {
      const url = assetUrl('/base', name);
      expect(findAsset(url.slice(`/base${ASSETS_PATH}`.length))?.body.length).toBeGreaterThan(100);
      expect(findAsset(`/0000/${name}`)).toBeNull();
    }
    expect(findAsset('/../../package.json')).toBeNull();
    expect(findAsset('/aa/constructor')).toBeNull();
  });

  it('include every font of the style sheet of formulas', () => {
    const path = assetUrl('', 'katex.css').slice(ASSETS_PATH.length);
    const css = findAsset(path)?.body.toString() ?? '';
    const fonts = [...css.matchAll(/url\(([^)]+)\)/g)].map((match) => match[1] ?? '');
    expect(fonts.length).toBeGreaterThan(10);
    for (const font of fonts)
      expect(findAsset(path.replace('katex.css', font))?.contentType).toBe('font/woff2');
  });

  it('allow exactly the inline script of pages', () => {
    const inlineScripts = elements(parseHtml(renderPage(view())), 'script').filter(
      (script) => script.properties.src === undefined,
    );
    expect(inlineScripts).toHaveLength(1);
    const [script] = inlineScripts;
    const hash = createHash('sha256')
      .update(script ? textOf(script) : '')
      .digest('base64');
    expect(CONTENT_SECURITY_POLICY).toContain(`'sha256-${hash}'`);
  });
});
