import { expect, it } from 'vitest';
import { endOfDay, startOfDay, zoneOf } from './zoned-days.js';

it.each([
  ['UTC', '2026-01-31', '2026-01-31T00:00:00.000Z', '2026-01-31T23:59:59.999Z'],
  ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z', '2026-07-01T21:59:59.999Z'],
  // Days on which clocks change are 23 and 25 hours long.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['America/Los_Angeles', '2026-12-31', '2026-12-31T08:00:00.000Z', '2027-01-01T07:59:59.999Z'],
  ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00.000Z', '2026-01-01T18:29:59.999Z'],
])('a day in %s, %s, is from %s to %s', (zone, day, from, to) => {
  expect(startOfDay(day, zone, 'From').toISOString()).toBe(from);
  expect(endOfDay(day, zone, 'To').toISOString()).toBe(to);
});

it.each(['', 'yesterday', '2026-02-30', '2026-13-01'])('%j is no day', (day) => {
  expect(() => startOfDay(day, 'UTC', 'From')).toThrow('From: write a day such as');
});

it('a zone that nobody knows is UTC', () => {
  expect([zoneOf('Europe/Berlin'), zoneOf(''), zoneOf('Nowhere/At all')]).toEqual([
    'Europe/Berlin',
    'UTC',
    'UTC',
  ]);
});
