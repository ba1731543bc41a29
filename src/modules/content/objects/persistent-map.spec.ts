import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryObjects } from './memory-objects.fixture.js';
import { ObjectBatch } from './object-batch.js';
import { LEAF_SIZE, type MapChanges, mapDiff, mapEntries, mapGet, mapUpdate } from './persistent-map.js';

const newBatch = () => new ObjectBatch(new MemoryObjects());
const numbered = (from: number, to: number): Map<string, number> =>
  new Map(Array.from({ length: to - from }, (_, i) => [`key${from + i}`, from + i]));

describe('a persistent map', () => {
  it('has the same root for the same entries, independent of their history', async () => {
    const change = fc.tuple(fc.nat(150), fc.option(fc.nat(5), { nil: undefined }));
    const steps = fc.array(fc.array(change, { maxLength: 60 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const batch = newBatch();
        const model = new Map<string, number>();
        let root: string | null = null;
        for (const step of history) {
          const changes: MapChanges<number> = new Map(step.map(([key, value]) => [`key${key}`, value]));
          for (const [key, value] of changes) {
            if (value === undefined) model.delete(key);
            else model.set(key, value);
          }
          root = await mapUpdate(batch, root, changes);
        }
        expect(root).toBe(await mapUpdate(batch, null, model));
        expect(await mapEntries(batch, root)).toEqual(model);
        expect(await mapGet(batch, root, [...model.keys(), 'absent'])).toEqual(model);
      }),
      { numRuns: 60 },
    );
  });

  it('splits above the size of a leaf and joins again at it', async () => {
    const batch = newBatch();
    const full = await mapUpdate(batch, null, numbered(0, LEAF_SIZE));
    const split = await mapUpdate(batch, full, new Map([['extra', 1]]));
    expect((await batch.read([split ?? ''])).get(split ?? '')).toHaveProperty('children');
    expect(await mapUpdate(batch, split, new Map([['extra', undefined]]))).toBe(full);
    expect(
      await mapUpdate(batch, full, new Map([...numbered(0, LEAF_SIZE)].map(([key]) => [key, undefined]))),
    ).toBe(null);
  });

  it('reports exactly the entries that differ', async () => {
    const maps = fc.dictionary(fc.stringMatching(/^[a-f]{1,3}$/), fc.nat(3), { maxKeys: 120 });
    await fc.assert(
      fc.asyncProperty(maps, maps, async (a, b) => {
        const batch = newBatch();
        const from = await mapUpdate(batch, null, new Map(Object.entries(a)));
        const to = await mapUpdate(batch, null, new Map(Object.entries(b)));
        const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
        const expected = [...keys].filter((key) => a[key] !== b[key]).sort();
        const found = await mapDiff<number>(batch, from, to);
        expect([...found.keys()]).toEqual(expected);
        for (const [key, entry] of found) expect([entry.before, entry.after]).toEqual([a[key], b[key]]);
      }),
      { numRuns: 60 },
    );
  });

  it('reads and writes nodes in proportion to its depth, not to its size', async () => {
    const objects = new MemoryObjects();
    const first = new ObjectBatch(objects);
    const root = await mapUpdate(first, null, numbered(0, 20_000));
    await first.flush(objects);
    const second = new ObjectBatch(objects);
    objects.objectsRead = 0;
    const changed = await mapUpdate(second, root, new Map([['key777', -1]]));
    expect(second.objects().length).toBeLessThanOrEqual(5);
    expect(objects.objectsRead).toBeLessThanOrEqual(5);
    await second.flush(objects);
    objects.objectsRead = 0;
    expect([...(await mapDiff<number>(objects, root, changed))]).toEqual([
      ['key777', { before: 777, after: -1 }],
    ]);
    expect(objects.objectsRead).toBeLessThanOrEqual(10);
  });
});
