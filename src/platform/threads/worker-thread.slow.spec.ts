import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, describe, expect, it } from 'vitest';
import { ThreadLost, WorkerThread } from './worker-thread.js';

const SOURCE = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', (task) => {
    if (task === 'hang') for (;;);
    if (task === 'fail') throw new Error('It failed.');
    if (task === 'grow') for (const all = []; ; ) all.push(new Array(1000).fill(all.length));
    parentPort.postMessage([task, threadId]);
  });
`;

const ASKING = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (message) => parentPort.postMessage(message.answer ? [message.answer, 0] : { question: message }));
`;

describe('a worker thread', () => {
  const never = new AbortController().signal;
  const threads: WorkerThread<string, [string, number]>[] = [];
  const start = (timeMs: number, source = SOURCE) => {
    const entry = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
    const thread = new WorkerThread<string, [string, number]>(entry, { timeMs, memoryMb: 32 });
    threads.push(thread);
    return thread;
  };
  afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.end())));

  it('executes one task after the other', async () => {
    const thread = start(60_000);
    const answers = await Promise.all(['a', 'b', 'c'].map((task) => thread.ask(task, never)));
    expect(answers.map(([task]) => task)).toEqual(['a', 'b', 'c']);
    expect(new Set(answers.map(([, id]) => id)).size).toBe(1);
  });

  it.each([
    ['fail', { cause: { message: 'It failed.' } }],
    ['grow', expect.any(ThreadLost)],
  ])('is replaced after the task "%s", and only that task is lost', async (task, reason) => {
    const thread = start(60_000);
    const [lost, next] = await Promise.allSettled([thread.ask(task, never), thread.ask('next', never)]);
    expect(lost).toMatchObject({ status: 'rejected', reason });
    expect(next).toMatchObject({ status: 'fulfilled', value: ['next', expect.any(Number)] });
  });

  it('reports its error when it cannot start', async () => {
    const asked = start(60_000, `import './missing.js'`).ask('a', never);
    await expect(asked).rejects.toMatchObject({ cause: { message: expect.stringContaining('missing.js') } });
    await expect(asked).rejects.not.toBeInstanceOf(ThreadLost);
  });

  it('is ended when a task exceeds the timeout', async () => {
    await expect(start(500).ask('hang', never)).rejects.toThrow(ThreadLost);
  });

  it('is ended by a signal, and executes no task after it', async () => {
    const controller = new AbortController();
    const thread = start(60_000);
    await thread.ask('a', controller.signal);
    const asked = [thread.ask('hang', controller.signal), thread.ask('next', controller.signal)];
    controller.abort(new Error('Cancelled.'));
    for (const one of asked) await expect(one).rejects.toThrow('Cancelled.');
  });

  it('gets answers in the context of its task, not of the task that started it', async () => {
    const requests = new AsyncLocalStorage<string>();
    const thread = start(60_000, ASKING);
    const ask = (request: string) =>
      requests.run(request, () =>
        thread.ask('a', never, undefined, () => Promise.resolve(requests.getStore())),
      );
    expect(await ask('first')).toEqual(['first', 0]);
    expect(await ask('second')).toEqual(['second', 0]);
  });
});
