import { describe, expect, it } from 'vitest';
import { Breath } from './breath.js';

describe('Breath', () => {
  it('lets others have their turn while work goes on', async () => {
    let turns = 0;
    const other = setInterval(() => (turns += 1), 1);
    const breath = new Breath();
    for (const end = performance.now() + 60; performance.now() < end;) await breath.take();
    clearInterval(other);
    expect(turns).toBeGreaterThan(0);
  });
});
