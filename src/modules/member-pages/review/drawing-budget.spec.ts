import { expect, it } from 'vitest';
import { DrawingBudget } from './drawing-budget.js';

it('a usual page is drawn however long that takes; a huge one ends by its size', () => {
  const usual = new DrawingBudget();
  for (let left = 100; left > 0; left--) usual.spend(500, 5000);
  const end = performance.now() + 600;
  while (performance.now() < end);
  expect(usual.isSpent).toBe(false);
  usual.spend(20_000, 0);
  expect(usual.isSpent).toBe(true);

  const huge = new DrawingBudget();
  huge.spend(10, 2_000_001);
  expect(huge.isSpent).toBe(true);
});
