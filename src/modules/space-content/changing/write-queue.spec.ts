import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { WriteQueue } from './write-queue.js';

const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('the queue of writes', () => {
  it('executes a single write at once and waiting writes together, for each key', async () => {
    const groups: string[][] = [];
    const queue = new WriteQueue<string, string>(async (group) => {
      groups.push([...group]);
      await tick();
      return group.map((work) => ({ status: 'fulfilled', value: work.toUpperCase() }));
    });
    const answers = ['a', 'b', 'c'].map((work) => queue.add('one', work));
    const other = queue.add('two', 'x');
    expect(groups).toEqual([['a'], ['x']]);
    expect(await Promise.all([...answers, other])).toEqual(['A', 'B', 'C', 'X']);
    expect(groups).toEqual([['a'], ['x'], ['b', 'c']]);
    expect(await queue.add('one', 'd')).toBe('D');
  });

  it('reports to each write its own failure, or that of the group, and continues', async () => {
    const queue = new WriteQueue<string, string>(async (group) => {
      await tick();
      if (group.includes('all')) throw new Error('everything broke');
      return group.map((work) =>
        work === 'bad'
          ? { status: 'rejected', reason: new Error(work) }
          : { status: 'fulfilled', value: work },
      );
    });
    const first = queue.add('key', 'first');
    const outcomes = await Promise.allSettled([queue.add('key', 'bad'), queue.add('key', 'good')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await first).toBe('first');
    await expect(queue.add('key', 'all')).rejects.toThrow('everything broke');
    expect(await queue.add('key', 'again')).toBe('again');
  });

  it('executes a single write in its context, and a group in none', async () => {
    const context = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const queue = new WriteQueue<number, null>(async (group) => {
      seen.push(context.getStore());
      await tick();
      return group.map(() => ({ status: 'fulfilled', value: null }));
    });
    await Promise.all([1, 2, 3].map((work) => context.run(`request ${work}`, () => queue.add('key', work))));
    await context.run('request 4', () => queue.add('key', 4));
    expect(seen).toEqual(['request 1', undefined, 'request 4']);
  });
});
