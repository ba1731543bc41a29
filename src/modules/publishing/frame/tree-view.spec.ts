import { expect, it } from 'vitest';
import type { PageNode } from '#modules/content/index.js';
import type { RenderContext } from '#modules/rendering/index.js';
import { SpaceNavigation } from '../space-navigation.js';
import { treeView } from './tree-view.js';

const page = (path: string, fields: Partial<PageNode> = {}): PageNode => ({
  id: path,
  type: 'document',
  title: path,
  slug: path.split('/').at(-1) ?? '',
  path,
  hash: path,
  parent: null,
  document: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  pages: [],
  ...fields,
});
const link = page('away', { type: 'link', target: { kind: 'url', url: 'there' } });
const navigation = await SpaceNavigation.of(
  [page('one', { pages: [page('one/in')] }), page('two', { pages: [page('two/in')] }), link],
  '/docs/',
);
const treeFrom = (id: string) => {
  const current = navigation.find(id);
  const path = new Set([current, current?.parent].flatMap((entry) => entry ?? []));
  const context = { resolveRef: () => ({ kind: 'url', href: `/from/${id}` }) } as unknown as RenderContext;
  return treeView(navigation.roots, { context, path, current, isFolded: false });
};

it('the page tree shares the branches without the current page among all pages', () => {
  const [oneFromIn, two] = treeFrom('one/in');
  const [one] = treeFrom('two');
  const [oneAgain, twoFromIn] = treeFrom('two/in');
  expect(oneAgain).toBe(one);
  expect(one).toMatchObject({ isShared: true, open: false });
  expect(oneFromIn).toMatchObject({ open: true, children: [{ current: true }] });
  expect(oneFromIn?.isShared).toBe(false);
  expect(two).toMatchObject({ open: false, children: [{ current: false }] });
  expect(twoFromIn).toMatchObject({ open: true, children: [{ current: true }] });
});

it('the page tree resolves relative links from each page', () => {
  expect(treeFrom('one')[2]?.href).toBe('/from/one');
  expect(treeFrom('two')[2]).toMatchObject({ href: '/from/two', isShared: false });
});
