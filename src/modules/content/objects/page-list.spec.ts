import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from './digest.js';
import { MemoryObjects } from './memory-objects.fixture.js';
import { ObjectBatch } from './object-batch.js';
import type { ChildRef } from './object.types.js';
import { readChildList, writeChildList } from './page-list.js';

const child = (id: string): ChildRef => ({ id, slug: `slug-${id}`, hash: sha256(id) });
const children = (count: number): ChildRef[] => Array.from({ length: count }, (_, i) => child(`page${i}`));

describe('a page list', () => {
  it('returns the children that were written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 300 }), async (ids) => {
        const batch = new ObjectBatch(new MemoryObjects());
        const items = ids.map(child);
        expect(await readChildList(batch, writeChildList(batch, items))).toEqual(items);
      }),
      { numRuns: 40 },
    );
  });

  it('rewrites one or two objects of a long list for one change, and depends on its content alone', async () => {
    const objects = new MemoryObjects();
    const first = new ObjectBatch(objects);
    const list = writeChildList(first, children(10_000));
    await first.flush(objects);
    const before = await readChildList(objects, list);
    const after = before.toSpliced(5000, 0, child('new'));
    const second = new ObjectBatch(objects);
    const changed = writeChildList(second, after, before);
    expect(second.objects().length).toBeLessThanOrEqual(2);
    expect(changed).toEqual(
      writeChildList(
        new ObjectBatch(objects),
        after.map((item) => ({ ...item })),
      ),
    );
    expect(writeChildList(new ObjectBatch(objects), after.toSpliced(5000, 1), before)).toEqual(list);
  });

  it('stays in the parent while it is short', () => {
    const items = children(3);
    expect(writeChildList(new ObjectBatch(new MemoryObjects()), items)).toBe(items);
  });
});
