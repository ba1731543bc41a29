import { expect, it } from 'vitest';
import { ThreadPool } from './thread-pool.js';

const SOURCE = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', (task) => {
    if (task === 'fail') throw new Error('It failed.');
    parentPort.postMessage([task, threadId]);
  });
`;

const pool = (threads: number) => {
  const entry = new URL(`data:text/javascript,${encodeURIComponent(SOURCE)}`);
  return new ThreadPool<string, [string, number]>(entry, { timeMs: 60_000, memoryMb: 32 }, threads);
};

it('takes what is short before what is long, and lets nobody wait for good', async () => {
  const one = pool(1);
  const order: string[] = [];
  const run = async (task: string, expectedMs: number) => {
    await one.run(task, expectedMs);
    order.push(task);
  };
  const all = [run('first', 0), run('long', 1e9), run('short', 1e6), run('shortest', 1)];
  expect(one.waiting).toBe(3);
  await Promise.all(all);
  expect(order).toEqual(['first', 'shortest', 'short', 'long']);
  expect(one.waiting).toBe(0);
});

it('works in no more threads than it has, and with the same ones again', async () => {
  const two = pool(2);
  const run = () => Promise.all(Array.from({ length: 6 }, (_, task) => two.run(String(task), 1)));
  const threads = new Set([...(await run()), ...(await run())].map(([, thread]) => thread));
  expect(threads.size).toBe(2);
});

it('goes on after a task that fails', async () => {
  const one = pool(1);
  const [lost, next] = await Promise.allSettled([one.run('fail', 1), one.run('next', 2)]);
  expect(lost).toMatchObject({ status: 'rejected', reason: { cause: { message: 'It failed.' } } });
  expect(next).toMatchObject({ status: 'fulfilled', value: ['next', expect.any(Number)] });
});
