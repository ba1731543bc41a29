import { describe, expect, it } from 'vitest';
import { spansOf } from './cell-spans.js';

const ROWS = ['r1', 'r2', 'r3'];
const COLUMNS = ['a', 'b', 'c'];
const merge = (record: string, column: string, rowSpan: number, colSpan: number) => ({
  anchor: { record, column },
  rowSpan,
  colSpan,
});
const spans = (...merges: Parameters<typeof merge>[]) =>
  Object.fromEntries(
    spansOf(
      merges.map((one) => merge(...one)),
      ROWS,
      COLUMNS,
    ),
  );

describe('merged cells', () => {
  it('hide the cells that they cover', () => {
    expect(spans(['r1', 'a', 2, 1], ['r3', 'b', 1, 2])).toEqual({
      '0:0': { rowSpan: 2, colSpan: 1 },
      '1:0': null,
      '2:1': { rowSpan: 1, colSpan: 2 },
      '2:2': null,
    });
  });

  it('end at the edges, and do not overlap', () => {
    expect(spans(['r3', 'c', 9, 9], ['r2', 'c', 2, 1], ['gone', 'a', 2, 1])).toEqual({
      '2:2': { rowSpan: 1, colSpan: 1 },
    });
  });
});
