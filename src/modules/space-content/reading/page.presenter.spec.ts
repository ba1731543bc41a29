import { describe, expect, it } from 'vitest';
import type { PageNode } from '#modules/content/index.js';
import { Config } from '#platform/config/env.js';
import { Urls } from '#platform/http/urls.js';
import { ContentUrls } from '../content-urls.js';
import type { DocumentIds } from './document-ids.js';
import { type PagePresentation, presentPage, presentTree, writeTree } from './page.presenter.js';

const node = (fields: Partial<PageNode>): PageNode => ({
  id: 'p1',
  type: 'document',
  title: 'Set up',
  slug: 'set-up',
  path: 'guides/set-up',
  hash: 'h1',
  parent: null,
  document: 'd1',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  pages: [],
  ...fields,
});

const view = (fields: Partial<PagePresentation> = {}): PagePresentation => ({
  context: { organizationId: 'o1', spaceId: 's1', revisionId: 'r1', snapshot: 'x' },
  urls: new ContentUrls(new Urls({ publicUrl: 'https://docs.example.com' } as Config)),
  documentIds: { encode: (space: string, hash: string) => `${space}/${hash}` } as DocumentIds,
  withGit: true,
  ...fields,
});

describe('writeTree', () => {
  it('writes the same as presentTree', async () => {
    const leaf = node({ id: 'p3', title: '"Quoted" \u2028 😀' });
    const link = node({ id: 'p4', type: 'link', target: { kind: 'url', url: 'https://example.com' } });
    const pages = [
      node({ pages: [node({ id: 'p2', pages: [leaf] }), link] }),
      node({ id: 'g', type: 'group' }),
    ];
    expect(JSON.parse(await writeTree(pages, view()))).toEqual(await presentTree(pages, view()));
    expect(await writeTree([], view())).toBe('[]');
  });
});

describe('presentPage', () => {
  it('names every member of a plain document page', () => {
    expect(presentPage(node({}), view())).toEqual({
      id: 'p1',
      title: 'Set up',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-02T00:00:00.000Z',
      kind: 'sheet',
      type: 'document',
      urls: { app: expect.stringMatching(/^https:\/\/docs\.example\.com\/.*s1.*p1$/) },
      slug: 'set-up',
      path: 'guides/set-up',
      pages: [],
      layout: {
        width: 'default',
        cover: true,
        coverSize: 'hero',
        coverMask: 'none',
        title: true,
        description: true,
        tableOfContents: true,
        outline: true,
        pagination: true,
        metadata: true,
      },
      tags: [],
      documentId: 's1/d1',
    });
  });

  it('shows the settings of the page, and no stored member that the API lacks', () => {
    const cover = { ref: { kind: 'url', url: 'https://example.com/a.png' }, yPos: 0 };
    const fields = {
      emoji: '🎉',
      icon: 'gear',
      description: 'd',
      hidden: true,
      noIndex: false,
      cover,
      variables: { a: 1 },
    };
    const page = presentPage(
      node({ ...fields, layout: { width: 'wide', odd: 1 }, frontMatter: { x: 1 } }),
      view(),
    );
    expect(page).toMatchObject({ ...fields, layout: { width: 'wide', cover: true } });
    expect(page).not.toHaveProperty('frontMatter');
    expect(page).not.toHaveProperty('hash');
    expect(page).not.toHaveProperty('layout.odd');
  });

  it('shows the data of Git only on request', () => {
    const git = { path: 'a.md', oid: 'abc' };
    expect(presentPage(node({ git }), view())).toMatchObject({ git });
    expect(presentPage(node({ git }), view({ withGit: false }))).not.toHaveProperty('git');
  });

  it('omits the document id of an empty page', () => {
    expect(presentPage(node({ document: null }), view())).not.toHaveProperty('documentId');
  });

  it('shows groups, links and computed pages with their kinds', () => {
    const child = node({ id: 'c' });
    expect(presentPage(node({ type: 'group', document: null, pages: [child] }), view())).toMatchObject({
      kind: 'group',
      pages: [{ id: 'c', kind: 'sheet' }],
    });
    const target = { kind: 'url' as const, url: 'https://example.com' };
    const link = presentPage(node({ type: 'link', target }), view());
    expect(link).toMatchObject({ kind: 'link', target, href: 'https://example.com' });
    expect(link).not.toHaveProperty('slug');
    const inside = presentPage(node({ type: 'link', target: { kind: 'page', page: 'x' } }), view());
    expect(inside).not.toHaveProperty('href');
    const computed = { type: 'builtin:openapi' };
    expect(presentPage(node({ type: 'computed', computed }), view())).toEqual(
      expect.objectContaining({ type: 'computed', computed }),
    );
  });

  it('links to the change request in which the content is read', () => {
    const context = { ...view().context, changeRequestId: 'cr1' };
    expect(presentPage(node({}), view({ context }))).toMatchObject({
      urls: { app: expect.stringContaining('/~/changes/cr1/') },
    });
  });

  it('shows the source of a computed page to members with their visible dependencies, and not to visitors', () => {
    const ref = { kind: 'space', space: 's2' };
    const computed = { type: 'integration:notes:all', props: { a: 1 }, dependencies: { one: { ref } } };
    const value = { object: 'space', id: 's2', revision: 'r2' };
    const page = node({
      computed,
      pages: [node({ id: 'p2', generated: computed }), node({ generated: {} })],
    });
    const states = new Map([['[["kind","space"],["space","s2"]]', value]]);
    const resolved = { ...computed, dependencies: { one: { ref, value } } };
    expect(presentPage(page, view({ states }))).toMatchObject({
      computed: resolved,
      pages: [{ computed: resolved }, { documentId: 's1/d1' }],
    });
    expect(presentPage(page, view({ asSources: true }))).toMatchObject({ type: 'computed', computed });
    const forReader = JSON.stringify(presentPage(page, view({ isForReader: true })));
    expect(forReader).not.toMatch(/computed|notes/);
    const source = presentPage(page, view({ isForReader: true, asSources: true }));
    expect(source).toMatchObject({ computed: { props: {} } });
  });
});

describe('presentTree', () => {
  it('presents subpages like their pages', async () => {
    const child = node({ id: 'c', pages: [node({ id: 'd' })] });
    const pages = [node({ pages: [child] }), node({ id: 'last', type: 'link', target: undefined })];
    expect(await presentTree(pages, view())).toEqual(pages.map((page) => presentPage(page, view())));
  });

  it('yields to other work during a large tree', async () => {
    const pages = Array.from({ length: 200 }, (_, i) =>
      node({ id: `p${i}`, pages: Array.from({ length: 200 }, (__, j) => node({ id: `p${i}-${j}` })) }),
    );
    let turns = 0;
    const other = setInterval(() => (turns += 1), 1);
    await presentTree(pages, view());
    clearInterval(other);
    expect(turns).toBeGreaterThan(0);
  });
});
