import { beforeEach, describe, expect, it } from 'vitest';
import { ContentFixture, insert, paragraphs } from '../content.fixture.js';
import type { ContentEdit, GeneratedPage } from '../edit.types.js';
import { mergeSnapshots } from '../merge/merge-snapshots.js';

const part = (key: string, text = key, pages: GeneratedPage[] = []): GeneratedPage => ({
  key,
  title: key,
  generated: { key },
  document: paragraphs({ k: text }),
  pages,
});
const computed = (seed: string, ...pages: GeneratedPage[]) => ({
  seed,
  document: paragraphs({ k: seed }),
  pages,
});
const recompute = (seed: string, ...pages: GeneratedPage[]): ContentEdit => ({
  type: 'recomputePage',
  page: 'api',
  computed: computed(seed, ...pages),
});

describe('computed pages', () => {
  let content: ContentFixture;
  let base: string;

  beforeEach(async () => {
    content = new ContentFixture();
    const page = { id: 'api', type: 'document' as const, title: 'API', computed: { type: 'source' } };
    base = await content.edit(content.empty, insert('a'), {
      type: 'insertPage',
      page,
      computed: computed('1', part('pets', 'pets', [part('cats')]), part('orders')),
    });
  });

  const slugs = async (snapshot: string) =>
    (await content.outline(snapshot)).map((line) => line.replace(/\S+ /, ''));
  const idOf = async (snapshot: string, title: string) =>
    [...(await content.pages(snapshot)).values()].find((page) => page.title === title)?.id as string;
  const merge = (main: string, mine: string) =>
    content.run((batch) => mergeSnapshots(batch, { base, main, mine }));

  it('have generated pages below them, whose ids stay when they are computed again', async () => {
    expect(await slugs(base)).toEqual(['a', 'api', '  pets', '    cats', '  orders']);
    const later = await content.edit(base, recompute('2', part('orders'), part('cats'), part('new')));
    expect(await slugs(later)).toEqual(['a', 'api', '  orders', '  cats', '  new']);
    expect(await content.problems(later)).toEqual([]);
    expect(await idOf(later, 'cats')).toBe(await idOf(base, 'cats'));
    const page = (await content.pages(later)).get('api');
    expect(page).toMatchObject({ computedSeed: '2', computed: { type: 'source' } });
    expect(await content.document(page?.document)).toEqual(paragraphs({ k: '2' }));
  });

  it('keep the generated pages whose content is equal', async () => {
    content.now = new Date('2026-02-02T00:00:00Z');
    const later = await content.edit(base, recompute('2', part('pets', 'other'), part('orders')));
    const [before, after] = [await content.pages(base), await content.pages(later)];
    const [pets, orders] = [await idOf(base, 'pets'), await idOf(base, 'orders')];
    expect(after.get(orders)?.hash).toBe(before.get(orders)?.hash);
    expect(after.get(pets)).toMatchObject({ updatedAt: '2026-02-02T00:00:00.000Z', computedSeed: '2' });
    expect(after.get(pets)?.createdAt).toBe(before.get(pets)?.createdAt);
    expect(
      await content.edit(base, recompute('1', part('pets', 'pets', [part('cats')]), part('orders'))),
    ).toBe(base);
  });

  it('can generate links, and keep them when only the page itself changes', async () => {
    const target = { kind: 'url' as const, url: 'https://example.com/' };
    const link: GeneratedPage = { ...part('out'), type: 'link', target, emoji: '1f600', document: null };
    const linked = await content.edit(base, recompute('2', part('pets'), link));
    const later = await content.edit(linked, {
      type: 'recomputePage',
      page: 'api',
      computed: { seed: '3', document: null, pages: null },
    });
    const pages = await content.pages(later);
    expect(await slugs(later)).toEqual(['a', 'api', '  pets', '  out']);
    expect(pages.get(await idOf(later, 'out'))).toMatchObject({ type: 'link', target, emoji: '1f600' });
    expect(pages.get('api')).toMatchObject({ document: null, computedSeed: '3' });
  });

  it('give generated pages different slugs, and show each part once', async () => {
    const twice = await content.edit(
      base,
      recompute('2', part('x'), part('x'), { ...part('y'), title: 'x' }),
    );
    expect(await slugs(twice)).toEqual(['a', 'api', '  x', '  x-1']);
  });

  it('can be moved, renamed and deleted, but their generated pages cannot be edited', async () => {
    const pets = await idOf(base, 'pets');
    const moved = await content.edit(base, {
      type: 'updatePage',
      page: 'api',
      into: 'a',
      fields: { title: 'Reference', slug: 'reference' },
    });
    expect(await slugs(moved)).toEqual(['a', '  reference', '    pets', '      cats', '    orders']);
    expect(await slugs(await content.edit(base, { type: 'deletePage', page: 'api' }))).toEqual(['a']);
    const refused: ContentEdit[] = [
      { type: 'updatePage', page: pets, fields: { title: 'Mine' } },
      { type: 'updatePage', page: pets, document: paragraphs({ k: 'mine' }) },
      { type: 'updatePage', page: pets, into: null },
      { type: 'updatePage', page: pets, at: 0 },
      { type: 'updatePage', page: 'api', document: paragraphs({ k: 'mine' }) },
      { type: 'updatePage', page: 'a', into: 'api' },
      { type: 'deletePage', page: pets },
      insert('b', 'api'),
      insert('b', pets),
    ];
    for (const edit of refused) await expect(content.edit(base, edit)).rejects.toThrow(/computed/);
    await content.edit(base, { type: 'updatePage', page: pets, fields: { git: { path: 'p.md', oid: '1' } } });
    const plain: ContentEdit = { ...recompute('2'), page: 'a' } as ContentEdit;
    await expect(content.edit(base, plain)).rejects.toThrow('not computed');
  });

  it('never conflict in a merge: the later computation counts', async () => {
    const second = await content.edit(base, recompute('2', part('pets', 'two'), part('second')));
    const third = await content.edit(
      base,
      { type: 'updatePage', page: 'api', fields: { title: 'Mine' } },
      recompute('3', part('orders', 'three'), part('third')),
    );
    for (const [main, mine] of [
      [second, third],
      [third, second],
    ] as const) {
      const { snapshot, met } = await merge(main, mine);
      expect(met).toEqual([]);
      expect(await slugs(snapshot)).toEqual(['a', 'api', '  orders', '  third']);
      expect((await content.pages(snapshot)).get('api')).toMatchObject({ title: 'Mine', computedSeed: '3' });
      expect(await content.problems(snapshot)).toEqual([]);
    }
  });

  it('stay deleted in a merge with a later computation', async () => {
    const computedAgain = await content.edit(base, recompute('2', part('pets', 'two'), part('new')));
    const deleted = await content.edit(base, { type: 'deletePage', page: 'api' });
    for (const [main, mine] of [
      [computedAgain, deleted],
      [deleted, computedAgain],
    ] as const) {
      const { snapshot, met } = await merge(main, mine);
      expect(met).toEqual([]);
      expect(await slugs(snapshot)).toEqual(['a']);
    }
  });

  it('keep the computation of one side and the move of the other in a merge', async () => {
    const computedAgain = await content.edit(base, recompute('2', part('new')));
    const moved = await content.edit(base, { type: 'updatePage', page: 'api', into: 'a' });
    const { snapshot, met } = await merge(computedAgain, moved);
    expect(met).toEqual([]);
    expect(await slugs(snapshot)).toEqual(['a', '  api', '    new']);
  });
});
