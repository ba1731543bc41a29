import { expect, it } from 'vitest';
import { pathTo } from '../../tree/moves.js';
import { droppedPlace, matchingRows, steppedPlace, type TreePage, visibleRows } from './tree-model.js';

const page = (id: string, ...pages: TreePage[]): TreePage => ({ id, title: id, type: 'document', pages });
const TREE: TreePage[] = [
  page('a'),
  page('b', page('c'), page('d', page('e'))),
  { id: 'g', title: 'g', type: 'group', pages: [page('h')] },
];
const ALL = visibleRows(TREE, new Set(['b', 'd']));
const row = (id: string) => ALL.find((one) => one.page.id === id)!;

it('the tree shows the pages below those that are open, and below groups', () => {
  expect(ALL.map((one) => `${one.level}${one.page.id}`)).toEqual(['1a', '1b', '2c', '2d', '3e', '1g', '2h']);
  expect(visibleRows(TREE, new Set()).map((one) => one.page.id)).toEqual(['a', 'b', 'g', 'h']);
  expect(pathTo(TREE, 'e')).toEqual(['b', 'd']);
});

it('a filter leaves the pages whose titles have its words, below those above them', () => {
  const shown = (...words: string[]) => matchingRows(TREE, words).map((one) => `${one.level}${one.page.id}`);
  expect(shown('e')).toEqual(['1b', '2d', '3e']);
  expect(shown('h')).toEqual(['1g', '2h']);
  expect(shown('e', 'x')).toEqual([]);
});

it.each([
  ['b', 'up', { into: null, at: 0 }],
  ['b', 'down', { into: null, at: 2 }],
  ['b', 'in', { into: 'a', at: 0 }],
  ['d', 'out', { into: null, at: 2 }],
  ['a', 'up', null],
  ['c', 'in', null],
  ['g', 'in', null],
] as const)('the page %s moves %s by the keyboard', (id, step, place) => {
  expect(steppedPlace(ALL, row(id), step)).toEqual(place);
});

it.each([
  ['a', 'd', 'into', { into: 'd', at: 1 }],
  ['a', 'd', 'before', { into: 'b', at: 1 }],
  ['c', 'd', 'after', { into: 'b', at: 1 }],
  ['b', 'e', 'into', null],
  ['g', 'a', 'into', null],
  ['g', 'a', 'before', { into: null, at: 0 }],
] as const)('the page %s is dropped on %s, %s', (dragged, on, where, place) => {
  const moved = ALL.find((one) => one.page.id === dragged)!.page;
  expect(droppedPlace(moved, row(on), where)).toEqual(place);
});
