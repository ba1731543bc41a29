import { describe, expect, it } from 'vitest';
import { initialsOf } from './face.js';
import { spaceTabs } from './space-tabs.js';
import { spaceTree } from './space-tree.js';

const space = (id: string, position: string, parentId: string | null = null) => ({
  id,
  position,
  parentId,
  title: id,
  emoji: '',
  icon: null,
});
const collection = (id: string, position: string, parentId: string | null = null) => ({
  id,
  position,
  parentId,
  title: id,
});

describe('The tree of spaces', () => {
  it('orders collections and spaces together, by position', () => {
    const tree = spaceTree(
      [collection('b', '2')],
      [space('a', '1'), space('c', '3'), space('in', '1', 'b')],
      null,
    );
    expect(tree.map((node) => (node.kind === 'space' ? node.space.id : node.collection.id))).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(tree[1]).toMatchObject({ kind: 'collection', nodes: [{ kind: 'space', space: { id: 'in' } }] });
  });

  it('shows at the top what lies in a collection that is not visible', () => {
    expect(spaceTree([], [space('a', '1', 'hidden')], null)).toMatchObject([{ space: { id: 'a' } }]);
  });

  it('opens only the collections around the current space where there are many', () => {
    const many = Array.from({ length: 40 }, (_, at) => space(`s${at}`, String(at)));
    const collections = [collection('out', '1'), collection('in', '1', 'out'), collection('other', '2')];
    const tree = spaceTree(collections, [...many, space('here', '1', 'in')], 'here');
    const open = tree.flatMap((node) =>
      node.kind === 'collection' ? [[node.collection.id, node.isOpen]] : [],
    );
    expect(open).toEqual([
      ['out', true],
      ['other', false],
    ]);
  });
});

const MANAGER = { viewInviteLinks: true, triggerGitSync: true };

describe('The tabs of a space', () => {
  it('are those whose pages there are', () => {
    const has = (path: string) => path === '/s/:space{/*rest}' || path === '/s/:space/~/changes';
    const tabs = spaceTabs('', { id: 'x', changeRequestsOpen: 2 }, 'changes', has, MANAGER);
    expect(tabs).toEqual([
      { href: '/app/s/x', title: 'Pages', isCurrent: false },
      { href: '/app/s/x/~/changes', title: 'Changes', isCurrent: true, count: 2 },
    ]);
  });

  it('leave out what the member may not open', () => {
    const names = (permissions: typeof MANAGER) =>
      spaceTabs('', { id: 'x', changeRequestsOpen: 0 }, 'git', () => true, permissions).map(
        ({ title }) => title,
      );
    expect(names(MANAGER)).toEqual(expect.arrayContaining(['Git', 'Share']));
    const titles = names({ viewInviteLinks: false, triggerGitSync: false });
    expect(titles.filter((title) => title === 'Git' || title === 'Share')).toEqual([]);
  });
});

describe('Initials', () => {
  it.each([
    ['Ann Lee', 'AL'],
    ['ann', 'A'],
    ['Émile van der Zola', 'ÉZ'],
    ['  ', '?'],
    ['ann.lee', 'AL'],
  ])('of %j are %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
