import { describe, expect, it } from 'vitest';
import type { PageNode } from '#modules/content/index.js';
import { SpaceNavigation } from './space-navigation.js';

function page(path: string, fields: Partial<PageNode> = {}): PageNode {
  const slug = path.split('/').at(-1) ?? '';
  return {
    id: path,
    type: 'document',
    title: slug,
    slug,
    path,
    hash: path,
    parent: null,
    document: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    pages: [],
    ...fields,
  };
}

const tree = [
  page('secret', { hidden: true, pages: [page('secret/inside')] }),
  page('start', { type: 'group', pages: [page('start/welcome'), page('start/käse und brot')] }),
  page('away', { type: 'link', target: { kind: 'url', url: 'https://example.com' } }),
  page('empty', { type: 'group' }),
];

describe('SpaceNavigation', async () => {
  const navigation = await SpaceNavigation.of(tree, '/sites/acme/docs/');

  it('opens the first listed document at the root of the space', () => {
    expect(navigation.at('')?.page.id).toBe('start/welcome');
    expect(navigation.find('start/welcome')?.href).toBe('/sites/acme/docs/');
  });

  it('escapes paths, and links groups to their first document', () => {
    expect(navigation.find('start/käse und brot')?.href).toBe(
      '/sites/acme/docs/start/k%C3%A4se%20und%20brot',
    );
    expect(navigation.find('start')?.href).toBe('/sites/acme/docs/');
    expect(navigation.find('empty')?.href).toBeNull();
  });

  it('finds pages without regard to the case of the path', () => {
    expect(navigation.at('START/Welcome')?.page.id).toBe('start/welcome');
    expect(navigation.at('nowhere')).toBeUndefined();
  });

  it('keeps hidden pages and their subpages out of the sequence, but reachable', () => {
    expect(navigation.sequence.map((entry) => entry.page.id)).toEqual([
      'start/welcome',
      'start/käse und brot',
    ]);
    expect(navigation.at('secret/inside')?.isListed).toBe(false);
  });

  it('lists the targets of link pages', () => {
    expect(navigation.linkTargets).toEqual([{ kind: 'url', url: 'https://example.com' }]);
  });
});
