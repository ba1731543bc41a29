import { type DocumentBlock, parseMarkdown } from '#modules/documents/index.js';
import { expect, it } from 'vitest';
import { checkTarget, locateNode, targetText } from './comment-target.js';

const { document } = parseMarkdown(
  'First.\n\n> Quoted *words*\n\n| Name | Age |\n| --- | --- |\n| Ann | 5 |\n',
);
const keyOf = (type: string): string => document.nodes.find((node) => node.type === type)?.key ?? '';
const table = document.nodes.find((node) => node.type === 'table') as DocumentBlock;
const record = Object.keys(table.data['records'] as object)[0] as string;
const definition = Object.keys(table.data['definition'] as object)[0] as string;
const quoted = document.nodes.find((node) => node.type === 'blockquote')?.nodes?.[0] as DocumentBlock;

it('the target of a comment needs a page for its node and a node for its cell', () => {
  expect(checkTarget({})).toBeUndefined();
  expect(checkTarget({ page: 'p' })).toBe('p');
  expect(() => checkTarget({ node: 'n' })).toThrow(/node: .*page/);
  expect(() => checkTarget({ page: 'p', quote: { exact: 'a' } })).toThrow(/quote: .*node/);
  expect(() => checkTarget({ page: 'p', tableCell: { record, definition } })).toThrow(/tableCell: .*node/);
});

it('the target of a comment is found at any depth, with its text', () => {
  expect(locateNode(document, { node: keyOf('paragraph') })).toEqual({
    node: { id: keyOf('paragraph'), text: 'First.' },
  });
  expect(locateNode(document, { node: quoted.key ?? '' })).toMatchObject({ node: { text: 'Quoted words' } });
  expect(() => locateNode(document, { node: 'none' })).toThrow(/node: .*"none"/);
});

it('the text of a target is cut between characters', () => {
  const long = parseMarkdown('😀'.repeat(400)).document;
  const { node } = locateNode(long, { node: long.nodes[0]?.key ?? '' });
  expect(node?.text).toBe(`${'😀'.repeat(300)}…`);
});

it('the target cell must be one of the table', () => {
  const key = keyOf('table');
  expect(locateNode(document, { node: key, tableCell: { record, definition } })).toEqual({
    node: { id: key, text: 'Ann' },
    tableCell: { record, definition },
  });
  const wrong =
    (cell: object, node = key) =>
    () =>
      locateNode(document, { node, tableCell: { record, definition, ...cell } });
  expect(wrong({ record: 'constructor' })).toThrow(/tableCell.record/);
  expect(wrong({ definition: 'none' })).toThrow(/tableCell.definition/);
  expect(wrong({}, keyOf('paragraph'))).toThrow(/not a table/);
});

it('the words of a target must be in its text', () => {
  const node = quoted.key ?? '';
  const quote = { exact: 'Quoted\n words', suffix: '' };
  expect(locateNode(document, { node, quote })).toMatchObject({ quote });
  expect(() => locateNode(document, { node, quote: { exact: 'First' } })).toThrow(/quote.exact: .*"First"/);
  const cell = { node: keyOf('table'), tableCell: { record, definition } };
  expect(locateNode(document, { ...cell, quote: { exact: 'Ann' } })).toMatchObject({
    quote: { exact: 'Ann' },
    tableCell: { record, definition },
  });
  expect(() => locateNode(document, { ...cell, quote: { exact: '5' } })).toThrow(/quote.exact/);
});

it('the text of a stored target is that of its block or cell, while it is there', () => {
  const blocks = new Map([[keyOf('table'), table]]);
  const target = { node: { id: keyOf('table'), text: '' } };
  expect(targetText(blocks, target)).toBe('Name Age\nAnn\n5');
  expect(targetText(blocks, { ...target, tableCell: { record, definition } })).toBe('Ann');
  expect(targetText(blocks, { ...target, tableCell: { record: 'constructor', definition } })).toBeNull();
  expect(targetText(blocks, { node: { id: 'none', text: '' } })).toBeNull();
});
