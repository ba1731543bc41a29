import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContentFixture, insert, paragraphs } from '../content.fixture.js';
import type { ContentEdit } from '../edit.types.js';
import { mergeSnapshots } from './merge-snapshots.js';

interface Step {
  action: 'insert' | 'delete' | 'move' | 'rename' | 'write' | 'slug';
  page: number;
  into: number;
  at: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom('insert', 'delete', 'move', 'move', 'rename', 'write', 'slug'),
  page: fc.nat(14),
  into: fc.nat(15),
  at: fc.nat(4),
});
const steps = fc.array(step, { maxLength: 7 });
const START = 12;

const toEdit = ({ action, page, into, at }: Step, ids: string[], name: string): ContentEdit => {
  const target = ids[page % ids.length] as string;
  const parent = ids[into % (ids.length + 3)] ?? null;
  switch (action) {
    case 'insert':
      return insert(name, parent, { at, title: `title ${at}` });
    case 'delete':
      return { type: 'deletePage', page: target };
    case 'move':
      return { type: 'updatePage', page: target, into: parent, at };
    case 'rename':
      return { type: 'updatePage', page: target, fields: { title: name } };
    case 'slug':
      return { type: 'updatePage', page: target, fields: { slug: `slug-${at}` } };
    case 'write':
      return { type: 'updatePage', page: target, document: paragraphs({ k1: name, k2: 'same' }) };
  }
};

/** A base of twelve pages and what two people make of it; edits that do not apply are left out. */
async function build(shape: number[], a: Step[], b: Step[]) {
  const content = new ContentFixture();
  const ids = shape.map((_, i) => `p${i}`);
  const base = await content.edit(
    content.empty,
    ...shape.map((parent, i) =>
      insert(`p${i}`, parent < i ? `p${parent}` : null, { document: paragraphs({ k1: 'x', k2: 'same' }) }),
    ),
  );
  const side = async (list: Step[], prefix: string) => {
    let snapshot = base;
    const own = [...ids];
    for (const [i, item] of list.entries()) {
      const name = `${prefix}${i}`;
      snapshot = await content.edit(snapshot, toEdit(item, own, name)).catch(() => snapshot);
      if (item.action === 'insert') own.push(name);
    }
    return snapshot;
  };
  const [main, mine] = [await side(a, 'm'), await side(b, 'n')];
  const merge = (from: string, left: string, right: string) =>
    content.run((batch) => mergeSnapshots(batch, { base: from, main: left, mine: right }));
  return { content, base, main, mine, merge };
}

const shape = fc.array(fc.nat(START), { minLength: START, maxLength: START });

describe('every merge', () => {
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
      { numRuns: 250 },
    );
  });

  it('changes nothing when one side changed nothing or both are the same', async () => {
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
      { numRuns: 40 },
    );
  });

  it('gives the same pages in the same places with the sides swapped, where nothing conflicts', async () => {
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
      { numRuns: 120 },
    );
  });

  it('has no conflict left when each is resolved, whatever is chosen', async () => {
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
          // Keeping a page can bring up what was hidden behind its deletion, but nothing that was resolved.
          for (const conflict of again.conflicts) expect(resolutions.has(conflict.id)).toBe(false);
        },
      ),
      { numRuns: 120 },
    );
  });
});
