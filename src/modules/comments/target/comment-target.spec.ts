import { type DocumentBlock, parseMarkdown } from '#modules/documents/index.js';
import { expect, it } from 'vitest';
import { checkTarget, locateNode } from './comment-target.js';

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
  expect(() => checkTarget({ page: 'p', tableCell: { record, definition } })).toThrow(/tableCell: .*node/);
});

it('the target of a comment is found at any depth, with its text', () => {
  expect(locateNode(document, keyOf('paragraph'))).toEqual({
    node: { id: keyOf('paragraph'), text: 'First.' },
  });
  expect(locateNode(document, quoted.key ?? '')).toMatchObject({ node: { text: 'Quoted words' } });
  expect(() => locateNode(document, 'none')).toThrow(/node: .*"none"/);
});

it('the text of a target is cut between characters', () => {
  const long = parseMarkdown('😀'.repeat(400)).document;
  const { node } = locateNode(long, long.nodes[0]?.key ?? '');
  expect(node?.text).toBe(`${'😀'.repeat(300)}…`);
});

it('the target cell must be one of the table', () => {
  const key = keyOf('table');
  expect(locateNode(document, key, { record, definition })).toEqual({
    node: { id: key, text: 'Ann' },
    tableCell: { record, definition },
  });
  const wrong =
    (cell: object, node = key) =>
    () =>
      locateNode(document, node, { record, definition, ...cell });
  expect(wrong({ record: 'constructor' })).toThrow(/tableCell.record/);
  expect(wrong({ definition: 'none' })).toThrow(/tableCell.definition/);
  expect(wrong({}, keyOf('paragraph'))).toThrow(/not a table/);
});
