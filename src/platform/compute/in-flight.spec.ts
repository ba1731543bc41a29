import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { currentContext, runWithContext } from '../logging/context.js';
import { InFlight } from './in-flight.js';

/** Makes things as they are told to, and notes what was begun and abandoned. */
function workshop() {
  const flights = new InFlight<string>();
  const begun: { finish: (text: string) => void; fail: (error: Error) => void; signal?: AbortSignal }[] = [];
  const make = () =>
    new Promise<string>((finish, fail) =>
      begun.push({ finish, fail, signal: currentContext().clientSignal?.() }),
    );
  const read = (key: string, signal?: AbortSignal) =>
    runWithContext({ requestId: 'r', ...(signal && { clientSignal: () => signal }) }, () =>
      flights.get(key, make),
    );
  return { begun, read };
}

it('concurrent reads of one key share a computation', async () => {
  const { begun, read } = workshop();
  const first = [read('a'), read('a'), read('b')];
  expect(begun).toHaveLength(2);
  begun[0]?.finish('A');
  begun[1]?.finish('B');
  expect(await Promise.all(first)).toEqual(['A', 'A', 'B']);
  const again = read('a');
  expect(begun).toHaveLength(3);
  begun[2]?.fail(new Error('It failed.'));
  await expect(again).rejects.toThrow('It failed.');
});

it('an aborted read leaves the computation to the others, and the last abort ends it', async () => {
  const { begun, read } = workshop();
  const [one, two] = [new AbortController(), new AbortController()];
  const [first, second] = [read('a', one.signal), read('a', two.signal)];
  one.abort(new Error('Left.'));
  await expect(first).rejects.toThrow('Left.');
  expect(begun[0]?.signal?.aborted).toBe(false);
  two.abort(new Error('Left too.'));
  await expect(second).rejects.toThrow('Left too.');
  expect(begun[0]?.signal?.aborted).toBe(true);
  const third = read('a');
  begun[1]?.finish('A');
  expect(await third).toBe('A');
  for (const { signal } of [one, two]) expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
