import { describe, expect, it } from 'vitest';
import { EventLoopYield } from './event-loop-yield.js';

describe('EventLoopYield', () => {
  it('lets other work run during long work', async () => {
    let turns = 0;
    const other = setInterval(() => (turns += 1), 1);
    const eventLoop = new EventLoopYield();
    for (const end = performance.now() + 60; performance.now() < end;) await eventLoop.yieldIfDue();
    clearInterval(other);
    expect(turns).toBeGreaterThan(0);
  });

  it('runs one piece of all long work in each iteration', async () => {
    let iteration = 0;
    let isOver = false;
    const count = (): void => void (isOver || ((iteration += 1), setImmediate(count)));
    count();
    const iterations: number[] = [];
    const work = async (): Promise<void> => {
      const eventLoop = new EventLoopYield();
      for (let piece = 0; piece < 3; piece += 1) {
        for (const end = performance.now() + 11; performance.now() < end;);
        await eventLoop.yieldIfDue();
        iterations.push(iteration);
      }
    };
    await Promise.all([work(), work(), work()]);
    isOver = true;
    expect(new Set(iterations).size).toBe(9);
  });
});
