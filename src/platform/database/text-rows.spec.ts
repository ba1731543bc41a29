import { expect, it } from 'vitest';
import { columnsOf, inParts, rowsOf } from './text-rows.js';

const parts = (lengths: number[]) => [...inParts(lengths, (one) => one, { count: 3, length: 10 })];

it('a statement takes as many rows as fit, and a longer row alone', () => {
  expect(parts([1, 1, 1, 1])).toEqual([[1, 1, 1], [1]]);
  expect(parts([6, 6, 4, 50, 1])).toEqual([[6], [6, 4], [50], [1]]);
  expect(parts([])).toEqual([]);
});

it('a single row is written without arrays', () => {
  const rows = [{ a: '1', b: null }];
  const columns = [(row: (typeof rows)[0]) => row.a, (row: (typeof rows)[0]) => row.b];
  expect(rowsOf(1, 3, 'p', ['a', 'b'])).toBe('(values ($3::text, $4::text)) as p (a, b)');
  expect(columnsOf(rows, columns)).toEqual(['1', null]);
  expect(rowsOf(2, 3, 'p', ['a', 'b'])).toBe('unnest($3::text[], $4::text[]) as p (a, b)');
  expect(columnsOf([...rows, ...rows], columns)).toEqual([
    ['1', '1'],
    [null, null],
  ]);
});
