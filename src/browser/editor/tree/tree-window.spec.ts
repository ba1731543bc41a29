import { expect, it } from 'vitest';
import { type TreePage, visibleRows } from './tree-model.js';
import { type DrawnPart, drawnParts, isLongTree, rowsBetween, rowTops } from './tree-window.js';

const pages = (count: number): TreePage[] =>
  Array.from({ length: count }, (_, at) => ({ id: `p${at}`, title: `Page ${at}`, type: 'document' }));
const rowsOf = (tree: TreePage[]) => visibleRows(tree, new Set());
const rows = rowsOf(pages(1000));
const tops = rowTops(rows);

/** The parts as words: indexes of rows, and the space between them. */
const told = (parts: DrawnPart[]) => parts.map((part) => ('at' in part ? part.at : `+${part.space}`));

it('only long trees are drawn in part', () => {
  expect(isLongTree(rowsOf(pages(200)))).toBe(false);
  expect(isLongTree(rowsOf(pages(201)))).toBe(true);
});

it('groups take a third more than other rows', () => {
  const group = { id: 'g', title: 'g', type: 'group', pages: pages(2) };
  const [, , below, , height] = rowTops(rowsOf([...pages(1), group]));
  expect(below).toBeCloseTo(7 / 3);
  expect(height).toBeCloseTo(13 / 3);
});

it('the rows between two distances are drawn, and twelve beyond both ends', () => {
  expect(rowsBetween(tops, 100, 130)).toEqual({ from: 88, to: 143 });
  expect(rowsBetween(tops, -5, 20)).toEqual({ from: 0, to: 33 });
  expect(rowsBetween(tops, 990, 1020)).toEqual({ from: 978, to: 1000 });
  expect(rowsBetween(rowTops([]), 0, 20)).toEqual({ from: 0, to: 0 });
});

it('space stands in place of the rows that are not drawn, around rows that stay', () => {
  expect(told(drawnParts(tops, { from: 5, to: 8 }, [2, 6, 999, -1]))).toEqual([
    ...['+2', 2, '+2', 5, 6, 7, '+991', 999],
  ]);
  expect(told(drawnParts(tops, { from: 0, to: 2 }, []))).toEqual([0, 1, '+998']);
});

it('the parts are as high as all rows, whichever are drawn', () => {
  for (const from of [0, 1, 500, 990, 1200]) {
    const parts = drawnParts(tops, { from, to: from + 20 }, [3, 700]);
    const height = parts.reduce((sum, part) => sum + ('at' in part ? 1 : part.space), 0);
    expect(height).toBe(1000);
  }
});
