import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { build, shape, steps } from './merge.fixture.js';
import { mergeSnapshots } from './merge-snapshots.js';
import { thoroughly } from '../../../../test/support/thoroughly.js';

describe('every merge of snapshots', () => {
  it('gives a valid tree and loses no page without a deletion or a conflict', async () => {
    await fc.assert(
      fc.asyncProperty(shape, steps, steps, async (parents, a, b) => {
        const { content, base, main, mine, merge } = await build(parents, a, b);
        const { snapshot, conflicts } = await merge(base, main, mine);
        expect(await content.problems(snapshot)).toEqual([]);
        const [was, left, right, now] = await Promise.all(
          [base, main, mine, snapshot].map((s) => content.pages(s)),
        );
        for (const id of new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])) {
          if (now?.has(id) || conflicts.some((conflict) => conflict.kind === 'page-deleted')) continue;
          expect(was?.has(id) && !(left?.has(id) && right?.has(id)), `page ${id} is lost`).toBe(true);
        }
        for (const [id, page] of left ?? []) {
          const [before, other, after] = [was?.get(id), right?.get(id), now?.get(id)];
          if (!before || !other || !after || conflicts.some((conflict) => conflict.page === id)) continue;
          expect(after.title).toBe(page.title === before.title ? other.title : page.title);
          const isOnlyInMain = other.document === before.document;
          expect(isOnlyInMain ? after.document : page.document).toBe(page.document);
        }
      }),
      { numRuns: thoroughly(250) },
    );
  });

  it('gives the changed side when the other is unchanged or equal', async () => {
    await fc.assert(
      fc.asyncProperty(shape, steps, async (parents, a) => {
        const { base, main, merge } = await build(parents, a, []);
        for (const [left, right] of [
          [base, main],
          [main, base],
          [main, main],
        ] as const) {
          expect(await merge(base, left, right)).toEqual({ snapshot: main, conflicts: [], met: [] });
        }
      }),
      { numRuns: thoroughly(40) },
    );
  });

  it('without conflicts gives the same tree with the sides swapped', async () => {
    await fc.assert(
      fc.asyncProperty(shape, steps, steps, async (parents, a, b) => {
        const { content, base, main, mine, merge } = await build(parents, a, b);
        const [one, two] = [await merge(base, main, mine), await merge(base, mine, main)];
        expect(one.met.length === 0).toBe(two.met.length === 0);
        if (one.met.length > 0) return;
        const summary = async (snapshot: string) =>
          [...(await content.pages(snapshot)).values()]
            .map(({ id, parent, title, document }) => [id, parent, title, document].join(' '))
            .sort();
        expect(await summary(one.snapshot)).toEqual(await summary(two.snapshot));
      }),
      { numRuns: thoroughly(120) },
    );
  });

  it('has no conflict left when each has a choice', async () => {
    await fc.assert(
      fc.asyncProperty(
        shape,
        steps,
        steps,
        fc.constantFrom('main', 'mine', 'both'),
        async (parents, a, b, wish) => {
          const { content, base, main, mine, merge } = await build(parents, a, b);
          const { conflicts } = await merge(base, main, mine);
          const resolutions = new Map(
            conflicts.map(({ id, fingerprint, choices }) => {
              const choice = choices.includes(wish as never) ? (wish as 'main' | 'mine' | 'both') : 'mine';
              return [id, { fingerprint, choice }];
            }),
          );
          const again = await content.run((batch) =>
            mergeSnapshots(batch, { base, main, mine, resolutions }),
          );
          expect(await content.problems(again.snapshot)).toEqual([]);
          // Keeping a page can reveal conflicts that its deletion hid, but no resolved ones.
          for (const conflict of again.conflicts) expect(resolutions.has(conflict.id)).toBe(false);
        },
      ),
      { numRuns: thoroughly(120) },
    );
  });
});
