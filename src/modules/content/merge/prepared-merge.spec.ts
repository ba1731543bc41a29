import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compute } from '#platform/compute/compute.js';
import { OverBudget } from '#platform/compute/over-budget.js';
import { ContentFixture, insert, paragraphs } from '../content.fixture.js';
import { deriveStored } from '../derived/derive-content.js';
import { ObjectBatch } from '../objects/object-batch.js';
import { build, shape, steps } from './merge.fixture.js';
import { mergeSnapshots } from './merge-snapshots.js';
import {
  isOf,
  LongMerge,
  MERGE_SNAPSHOTS,
  mergeShort,
  prepareMerge,
  type PreparedMerge,
  withPreparedMerge,
} from './prepared-merge.js';

afterEach(() => void vi.restoreAllMocks());

/** A page of many paragraphs, and two sides that changed a half of them each. */
async function long(count: number) {
  const content = new ContentFixture();
  const page = (edited: (at: number) => string) =>
    paragraphs(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, edited(at)])));
  const start = await content.edit(content.empty, insert('p', null, { document: page((at) => `old ${at}`) }));
  const write = (edited: (at: number) => string) =>
    content.edit(start, { type: 'updatePage', page: 'p', document: page(edited) });
  const main = await write((at) => (at % 2 === 0 ? `main ${at}` : `old ${at}`));
  const mine = await write((at) => (at % 2 === 1 ? `mine ${at}` : `old ${at}`));
  return { content, input: { base: start, main, mine } };
}

describe('the merge in a thread', () => {
  it('gives the result of a merge without a thread', async () => {
    await fc.assert(
      fc.asyncProperty(shape, steps, steps, fc.boolean(), async (parents, a, b, keepsMain) => {
        const { content, base, main, mine } = await build(parents, a, b);
        const input = { base, main, mine, ...(keepsMain && { resolutions: 'main' as const }) };
        const batch = new ObjectBatch(content.objects);
        const expected = await mergeSnapshots(batch, input);
        const { result, objects } = await prepareMerge(content.objects, input);
        expect(result).toEqual(expected);
        const written = expected.conflicts.length > 0 ? [] : batch.objects();
        expect(objects.map(({ derived: _derived, ...object }) => object)).toEqual(written);
        for (const { kind, hash, text, derived } of objects)
          expect(derived).toEqual(kind === 'document' ? deriveStored(hash, JSON.parse(text)) : undefined);
      }),
      { numRuns: 60 },
    );
  });

  it('that exceeds its budget is refused with advice', async () => {
    const { content, input } = await long(4);
    vi.spyOn(compute, 'run').mockRejectedValue(new OverBudget());
    await expect(prepareMerge(content.objects, input)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/too much time or memory; split the largest pages/),
    });
  });
});

describe('the merge of short and of long documents', () => {
  it('runs without a thread for short ones, and writes its objects only without conflicts', async () => {
    const run = vi.spyOn(compute, 'run');
    const { content, input } = await long(10);
    const batch = new ObjectBatch(content.objects);
    const { snapshot, conflicts } = await mergeShort(batch, input);
    expect(conflicts).toEqual([]);
    expect(batch.objects().map(({ hash }) => hash)).toContain(snapshot);
    expect(run).not.toHaveBeenCalled();
  });

  it('goes to a thread for long ones before any of them is parsed', async () => {
    const { content, input } = await long(3_000);
    const batch = new ObjectBatch(content.objects);
    const parse = vi.spyOn(JSON, 'parse');
    await expect(mergeShort(batch, input)).rejects.toBeInstanceOf(LongMerge);
    expect(parse.mock.calls.filter(([text]) => text.length > 100_000)).toEqual([]);
    expect(batch.objects()).toEqual([]);
    const run = vi.spyOn(compute, 'run');
    const { result } = await prepareMerge(content.objects, input);
    expect(run.mock.calls.map(([task]) => task)).toEqual([MERGE_SNAPSHOTS]);
    expect(result.conflicts).toEqual([]);
  });
});

describe('a transaction with a long merge', () => {
  const merge = (main: string): PreparedMerge => ({
    input: { base: 'base', main, mine: 'mine', resolutions: new Map() },
    result: { snapshot: `with ${main}`, conflicts: [], met: [] },
    objects: [],
  });

  it('repeats with the prepared merge, and prepares again when a side has moved', async () => {
    let head = 'first';
    const prepared: string[] = [];
    const work = (given: PreparedMerge | undefined): Promise<string> => {
      const { input } = merge(head);
      return isOf(given, input)
        ? Promise.resolve(given.result.snapshot)
        : Promise.reject(new LongMerge(input));
    };
    const result = await withPreparedMerge(work, ({ main }) => {
      prepared.push(main);
      head = 'second';
      return Promise.resolve(merge(main));
    });
    expect({ result, prepared }).toEqual({ result: 'with second', prepared: ['first', 'second'] });
  });

  it('gives up after six rounds in which a side moved', async () => {
    let rounds = 0;
    const work = () => Promise.reject(new LongMerge(merge(`${(rounds += 1)}`).input));
    const prepare = ({ main }: { main: string }) => Promise.resolve(merge(main));
    await expect(withPreparedMerge(work, prepare)).rejects.toMatchObject({ status: 409 });
    expect(rounds).toBe(6);
  });

  it('prepares again after a conflict was decided', () => {
    const { input } = merge('main');
    const decided = new Map([['c', { fingerprint: 'f', choice: 'main' as const }]]);
    expect(isOf(merge('main'), input)).toBe(true);
    expect(isOf(merge('main'), { ...input, resolutions: decided })).toBe(false);
    expect(isOf(undefined, input)).toBe(false);
  });
});
