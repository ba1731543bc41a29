import { getEventListeners, setMaxListeners } from 'node:events';
import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { Busy, DomainError } from '../http/errors.js';
import { runWithContext } from '../logging/context.js';
import { ComputePool, type PoolLimits } from './compute-pool.js';
import type { ComputeTask } from './compute-task.js';
import { OverBudget } from './over-budget.js';

const ERRORS = new URL('../http/errors.js', import.meta.url).href;
const SOURCE = `
  import { threadId } from 'node:worker_threads';
  export const echo = (input) => [input, threadId];
  export const spin = () => { for (;;); };
  export const sleep = (ms) => new Promise((resolve) => setTimeout(() => resolve(threadId), ms));
  export const grow = () => { for (const all = []; ; ) all.push(new Array(1000).fill(all.length)); };
  export const hold = () => { globalThis.held = new Array(20_000_000).fill(1.5); return threadId; };
  export const fail = () => { throw new RangeError('It failed.'); };
  export const refuse = async () => {
    const { NotFound } = await import(${JSON.stringify(ERRORS)});
    throw new NotFound('page');
  };
  export const twice = async (first, ask) => [first, await ask('b'), await ask('c')];
  export const bytes = (size) => ({ body: new Uint8Array(size).fill(7), size });
`;
const module = new URL(`data:text/javascript,${encodeURIComponent(SOURCE)}`);

function task<Input, Output>(name: string): ComputeTask<Input, Output> {
  const work = (): Output => {
    throw new Error('It runs in a thread.');
  };
  Object.defineProperty(work, 'name', { value: name });
  return { name, module, run: work };
}

const echo = task<string, [string, number]>('echo');
const spin = task<null, null>('spin');
const sleep = task<number, number>('sleep');
const BUDGET = { budgetMs: 60_000 };
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

describe('the compute pool', () => {
  const controllers: AbortController[] = [];
  const pool = (limits: Partial<PoolLimits> = {}) =>
    new ComputePool({
      ...{ threads: 2, threadsEach: 1, memoryMb: 64, keptMb: 64, mostWaitingEach: 3, mostWaiting: 5 },
      ...limits,
    });
  /** Takes a thread until the test is over, or until it is released. */
  const occupy = (of: ComputePool, organization: string) => {
    const controller = new AbortController();
    controllers.push(controller);
    const { signal } = controller;
    const ended = of.run(spin, null, { ...BUDGET, organization, signal }).catch(() => undefined);
    return async () => {
      controller.abort(new Error('Released.'));
      await ended;
    };
  };
  afterEach(() => {
    for (const controller of controllers.splice(0)) controller.abort(new Error('The test is over.'));
  });

  it('answers an organization while another exceeds its share', async () => {
    const two = pool();
    occupy(two, 'a');
    const waiting = ['1', '2'].map((input) => two.run(echo, input, { ...BUDGET, organization: 'a' }));
    waiting.forEach((one) => void one.catch(() => undefined));
    expect(await two.run(echo, 'b', { ...BUDGET, organization: 'b' })).toEqual(['b', expect.any(Number)]);
    expect(two.waiting('a')).toBe(2);
  });

  it('serves organizations in turn, and short and awaited tasks first within one', async () => {
    const one = pool({ threads: 1 });
    const release = occupy(one, 'x');
    const order: string[] = [];
    const run = async (organization: string, name: string, expectedMs: number, isPatient = false) => {
      await one.run(echo, name, { ...BUDGET, organization, expectedMs, isPatient });
      order.push(name);
    };
    const all = [
      run('a', 'a job', 0, true),
      run('a', 'a long', 1e9),
      run('a', 'a short', 1),
      run('b', 'b', 1e9),
      run('c', 'c', 1e9),
    ];
    expect(one.waiting()).toBe(5);
    await release();
    await Promise.all(all);
    expect(order).toEqual(['a short', 'b', 'c', 'a long', 'a job']);
    expect(one.waiting()).toBe(0);
  });

  it('refuses requests when many of one organization or of all wait, and never a job', async () => {
    const one = pool({ threads: 1 });
    const release = occupy(one, 'a');
    const run = (organization: string) =>
      runWithContext({ requestId: 'r', organization }, () => one.run(echo, 'x', BUDGET));
    const waiting = [run('a'), run('a'), run('a')];
    await expect(run('a')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 10 });
    waiting.push(run('b'), run('c'));
    await expect(run('d')).rejects.toBeInstanceOf(Busy);
    waiting.push(runWithContext({ jobId: 'j', organization: 'a' }, () => one.run(echo, 'x', BUDGET)));
    await release();
    expect(await Promise.all(waiting)).toHaveLength(6);
  });

  it('ends a task that exceeds its processor time, and continues', async () => {
    const one = pool({ threads: 1 });
    const ended = one.run(spin, null, { budgetMs: 200 });
    await expect(ended).rejects.toBeInstanceOf(OverBudget);
    await expect(ended).rejects.toMatchObject({ status: 400 });
    expect(await one.run(echo, 'next', BUDGET)).toEqual(['next', expect.any(Number)]);
  });

  it.skipIf(process.platform !== 'linux')('does not count idle time', async () => {
    const one = pool({ threads: 1 });
    await one.run(echo, 'started', BUDGET);
    expect(await one.run(sleep, 600, { budgetMs: 300 })).toEqual(expect.any(Number));
  });

  it('ends a task that exceeds its memory, and continues', async () => {
    const one = pool({ threads: 1 });
    await expect(one.run(task('grow'), null, BUDGET)).rejects.toBeInstanceOf(OverBudget);
    expect(await one.run(echo, 'next', BUDGET)).toEqual(['next', expect.any(Number)]);
  });

  it('ends a thread that holds much memory after its task', async () => {
    const one = pool({ threads: 1, memoryMb: 512 });
    const before = (await one.run(echo, 'x', BUDGET))[1];
    expect(await one.run(task<null, number>('hold'), null, BUDGET)).toBe(before);
    expect((await one.run(echo, 'x', BUDGET))[1]).not.toBe(before);
  });

  it('ends or skips a task that was aborted', async () => {
    const one = pool({ threads: 1 });
    const controller = new AbortController();
    const { signal } = controller;
    const asked = [spin, echo as ComputeTask<unknown, unknown>].map((work) =>
      one.run(work as ComputeTask<unknown, unknown>, null, { ...BUDGET, signal }),
    );
    const reading = runWithContext({ requestId: 'r', clientSignal: () => signal }, () =>
      one.run(echo, 'read', BUDGET),
    );
    await settle();
    controller.abort(new Error('Nobody waits.'));
    for (const ended of [...asked, reading]) await expect(ended).rejects.toThrow('Nobody waits.');
    await expect(one.run(echo, 'x', { ...BUDGET, signal })).rejects.toThrow('Nobody waits.');
    expect(await one.run(echo, 'next', BUDGET)).toEqual(['next', expect.any(Number)]);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('uses its threads again, and leaves no listeners on a signal', async () => {
    const three = pool({ threads: 3, threadsEach: 3 });
    const { signal } = new AbortController();
    setMaxListeners(0, signal);
    const run = () =>
      Promise.all(Array.from({ length: 30 }, (_, at) => three.run(echo, String(at), { ...BUDGET, signal })));
    const threads = new Set([...(await run()), ...(await run())].map(([, thread]) => thread));
    expect(threads.size).toBeLessThanOrEqual(3);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('throws the error of a task, and continues in the same thread', async () => {
    const one = pool({ threads: 1 });
    const [, before] = await one.run(echo, 'x', BUDGET);
    await expect(one.run(task('fail'), null, BUDGET)).rejects.toThrow('It failed.');
    const refused = one.run(task('refuse'), null, BUDGET);
    await expect(refused).rejects.toBeInstanceOf(DomainError);
    await expect(refused).rejects.toMatchObject({ status: 404, message: expect.stringContaining('page') });
    await expect(one.run(task('missing'), null, BUDGET)).rejects.toThrow('exports no "missing"');
    expect((await one.run(echo, 'x', BUDGET))[1]).toBe(before);
  });

  it('answers the questions of a task, and ends a task without an answer', async () => {
    const one = pool({ threads: 1 });
    const twice = task('twice') as unknown as ComputeTask<string, string[], string, string>;
    const answer = (question: string) => Promise.resolve(question.toUpperCase());
    expect(await one.run(twice, 'a', { ...BUDGET, answer })).toEqual(['a', 'B', 'C']);
    const fail = () => Promise.reject(new Error('It is gone.'));
    await expect(one.run(twice, 'a', { ...BUDGET, answer: fail })).rejects.toThrow('It is gone.');
    expect(await one.run(twice, 'a', { ...BUDGET, answer })).toEqual(['a', 'B', 'C']);
  });

  it('transfers bytes', async () => {
    const made = await pool().run(
      task<number, { body: Uint8Array; size: number }>('bytes'),
      2_000_000,
      BUDGET,
    );
    expect(made.body).toHaveLength(2_000_000);
    expect(made.body[1_999_999]).toBe(7);
  });
});

describe('a process with a compute pool', () => {
  it('waits for its tasks, and ends after the last one', () => {
    const hooks = new URL('../../../test/support/typescript-hooks.mjs', import.meta.url).href;
    const program = `
      import { register } from 'node:module';
      register(${JSON.stringify(hooks)});
      const { ComputePool } = await import(${JSON.stringify(new URL('./compute-pool.js', import.meta.url).href)});
      const pool = new ComputePool({ threads: 2, threadsEach: 2, memoryMb: 64, keptMb: 64, mostWaitingEach: 9, mostWaiting: 9 });
      const run = function sleep() {};
      await pool.run({ name: 'sleep', module: new URL(${JSON.stringify(module.href)}), run }, 100, { budgetMs: 60_000 });
      console.log('done');
    `;
    const { execArgv, execPath } = process;
    const { stdout, stderr } = spawnSync(execPath, [...execArgv, '--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 120_000,
    });
    expect(stdout.trim() || stderr).toBe('done');
  });
});
