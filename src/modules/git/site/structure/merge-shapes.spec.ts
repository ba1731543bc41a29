import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeShapes } from './merge-shapes.js';
import { childrenOf, inTreeOrder, type SiteNode, type SiteShape } from './site-shape.js';

const NOTHING = {
  ...{
    icon: null,
    description: null,
    url: null,
    condition: null,
    draft: false,
    language: null,
    folder: null,
  },
};

const section = (key: string, more: Partial<SiteNode> = {}): SiteNode => ({
  ...NOTHING,
  ...{ key, type: 'section', parent: null, title: key, path: key },
  ...more,
});
const space = (key: string, parent: string, more: Partial<SiteNode> = {}): SiteNode => ({
  ...section(key, { parent, folder: key }),
  type: 'space',
  ...more,
});
const shape = (nodes: SiteNode[], defaults: Record<string, string> = {}): SiteShape => ({
  title: 'Docs',
  nodes: inTreeOrder(nodes),
  defaults,
});
const keys = ({ nodes }: SiteShape) => nodes.map(({ key }) => key);

const BASE = shape(
  [section('a'), space('a1', 'a'), section('b'), space('b1', 'b'), section('c'), space('c1', 'c')],
  { '': 'a', a: 'a1', b: 'b1', c: 'c1' },
);
const without = (...gone: string[]) =>
  shape(
    BASE.nodes.filter(({ key }) => !gone.includes(key)),
    BASE.defaults,
  );
const withMember = (key: string, more: Partial<SiteNode>) =>
  shape(
    BASE.nodes.map((node) => (node.key === key ? { ...node, ...more } : node)),
    BASE.defaults,
  );

describe('two structures', () => {
  it('keep what either side changed, member by member', () => {
    const file = withMember('b1', { title: 'Other', folder: 'elsewhere' });
    const site = withMember('b1', { path: 'other', parent: 'a' });
    const { shape: merged, conflicts } = mergeShapes({ base: BASE, file, site });
    expect(conflicts).toEqual([]);
    expect(merged.nodes.find(({ key }) => key === 'b1')).toMatchObject({
      ...{ title: 'Other', folder: 'elsewhere', path: 'other', parent: 'a' },
    });
  });

  it('take that of the file where both changed the same member, and say so', () => {
    const three = {
      base: BASE,
      file: withMember('a', { title: 'F' }),
      site: withMember('a', { title: 'S' }),
    };
    const { shape: merged, conflicts } = mergeShapes(three);
    expect(merged.nodes[0]!.title).toBe('F');
    expect(conflicts).toEqual([
      'Both sides changed the title of the section "a", and the file counted. It was "S" in the site.',
    ]);
  });

  it('lose what one side removed, unless the file changed it', () => {
    expect(keys(mergeShapes({ base: BASE, file: without('b', 'b1'), site: BASE }).shape)).not.toContain('b1');
    expect(keys(mergeShapes({ base: BASE, file: BASE, site: without('c', 'c1') }).shape)).not.toContain('c1');
    const changed = { base: BASE, file: withMember('c1', { title: 'F' }), site: without('c', 'c1') };
    const { shape: merged, conflicts } = mergeShapes(changed);
    expect(keys(merged)).toEqual(['a', 'a1', 'b', 'b1', 'c', 'c1']);
    expect(conflicts).toHaveLength(2);
  });

  it('keep a section that one side removed and the other put a space into', () => {
    const site = shape([...BASE.nodes, space('b2', 'b')], BASE.defaults);
    const { shape: merged } = mergeShapes({ base: BASE, file: without('b', 'b1'), site });
    expect(childrenOf(merged, 'b').map(({ key }) => key)).toEqual(['b2']);
    expect(merged.defaults['b']).toBe('b2');
  });

  it('have the order of the side that moved something, and what is new behind what it stood behind', () => {
    const file = shape(
      ['c', 'c1', 'a', 'a1', 'b', 'b1'].map((key) => BASE.nodes.find((node) => node.key === key)!),
      BASE.defaults,
    );
    const at = BASE.nodes.findIndex(({ key }) => key === 'b');
    const site = shape(BASE.nodes.toSpliced(at, 0, section('n'), space('n1', 'n')), BASE.defaults);
    const { shape: merged } = mergeShapes({ base: BASE, file, site });
    expect(childrenOf(merged, null).map(({ key }) => key)).toEqual(['c', 'a', 'n', 'b']);
  });

  it('are the other one where one side changed nothing', () => {
    const edits = fc.array(
      fc.tuple(fc.constantFrom('a', 'a1', 'b', 'b1', 'c', 'c1'), fc.constantFrom('x', 'y')),
      {
        maxLength: 5,
      },
    );
    fc.assert(
      fc.property(edits, fc.subarray(['c', 'c1']), (changes, gone) => {
        let nodes = BASE.nodes.filter(({ key }) => gone.length < 2 || !gone.includes(key));
        for (const [key, title] of changes)
          nodes = nodes.map((node) => (node.key === key ? { ...node, title } : node));
        const defaults = Object.fromEntries(
          Object.entries(BASE.defaults).filter(([of]) => of === '' || nodes.some(({ key }) => key === of)),
        );
        const other = shape(nodes, defaults);
        for (const sides of [
          { file: other, site: BASE },
          { file: BASE, site: other },
          { file: other, site: other },
        ])
          expect(mergeShapes({ base: BASE, ...sides })).toEqual({ shape: other, conflicts: [] });
      }),
    );
  });
});
