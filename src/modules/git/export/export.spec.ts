import { describe, expect, it } from 'vitest';
import type { FileRecord, PageNode } from '#modules/content/index.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { readSummary } from '../folder/summary.js';
import type { SpaceTree } from '../space-tree.js';
import { assignPaths } from './content-paths.js';
import { commentAfter } from './summary-shape.js';
import { pathFrom, writeSummary } from './write-summary.js';

let count = 0;
const page = (slug: string, more: Partial<PageNode> = {}): PageNode => ({
  id: `p${++count}`,
  type: 'document',
  title: slug,
  slug,
  document: null,
  createdAt: '',
  updatedAt: '',
  hash: '',
  path: slug,
  parent: null,
  pages: [],
  ...more,
});
const tree = (pages: PageNode[], files: FileRecord[] = []): SpaceTree => ({
  pages,
  files,
  reusableContents: [],
  settings: { variables: {}, tags: [], redirects: [] },
});
const pathsOf = (pages: PageNode[], root = ''): string[] => [
  ...assignPaths(tree(pages), root).pages.values(),
];

describe('the paths of an export', () => {
  it('are the imported paths while the slug is the same', () => {
    const git = (path: string) => ({ git: { path, oid: '0' } });
    expect(
      pathsOf([page('intro', git('x/Intro.md')), page('renamed', git('x/old.md')), page('a-1', git('a.md'))]),
    ).toEqual(['x/Intro.md', 'a.md', 'x/renamed.md']);
  });

  it('consist of slugs, groups included, with a README for pages that have subpages', () => {
    const pages = [
      page('intro'),
      page('guides', { type: 'group', pages: [page('start', { pages: [page('deep')] }), page('readme')] }),
      page('web', { type: 'link' }),
    ];
    expect(pathsOf(pages, 'docs')).toEqual([
      'docs/intro.md',
      'docs/guides/start/README.md',
      'docs/guides/start/deep.md',
      'docs/guides/readme/README.md',
    ]);
  });

  it('differ in more than their case', () => {
    const taken = { git: { path: 'guide/Setup.md', oid: '0' } };
    const pages = [page('guide', { pages: [page('setup')] }), page('setup', taken)];
    const paths = pathsOf(pages);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(3);
    expect(paths).toContain('guide/_1/setup.md');
  });

  it('stay as they are in a folder that has them, though another file differs in case only', () => {
    const git = (path: string) => ({ git: { path, oid: '0' } });
    const pages = [page('plan', git('Plan.md')), page('one', git('one.md')), page('two', git('Two.md'))];
    const folder = {
      foreign: new Set(['plan.md', 'two.md']),
      existing: new Set(['plan.md', 'Plan.md', 'two.md']),
    };
    expect([...assignPaths(tree(pages), '', folder).pages.values()]).toEqual([
      'Plan.md',
      'one.md',
      '_1/two.md',
    ]);
    expect(pathsOf([page('a', git('A.md')), page('a-1', git('a.md'))])).toEqual(['A.md', 'a.md']);
  });

  it('number files of the same name', () => {
    const file = (id: string): FileRecord => ({
      id,
      name: 'a/b.png',
      contentType: '',
      size: 0,
      blob: '',
      createdAt: '',
    });
    expect([...assignPaths(tree([], [file('1'), file('2')]), '').files.values()]).toEqual([
      '.gitbook/assets/a_b.png',
      '.gitbook/assets/a_b (1).png',
    ]);
  });
});

it('an exported summary reads the same when it is imported', () => {
  const odd = 'A *b* [c] `d` <e> \\ & &amp; _f_';
  const pages = [
    page('one', { title: odd, linkTitle: 'Say "hi"', pages: [page('two (x)', { title: 'Two' })] }),
    page('web', { type: 'link', title: 'Web', target: { kind: 'url', url: 'https://example.com/a_(b)' } }),
    page('g', { type: 'group', title: 'Group *x*', slug: 'other', pages: [page('three')] }),
    page('last'),
  ];
  const target = pages[3];
  pages.push(page('ref', { type: 'link', title: 'Ref', target: { kind: 'page', page: target?.id ?? '' } }));
  const paths = assignPaths(tree(pages), '');
  const text = writeSummary(pages, paths, 'SUMMARY.md');
  const warnings: ImportWarning[] = [];
  const read = readSummary(text, 'SUMMARY.md', new Set(paths.pages.values()), warnings);
  expect(warnings).toEqual([]);
  expect(read).toMatchObject([
    { title: odd, linkTitle: 'Say "hi"', children: [{ title: 'Two', file: 'one/two (x).md' }] },
    { type: 'link', url: 'https://example.com/a_(b)' },
    { type: 'group', title: 'Group *x*', slug: 'other', children: [{ title: 'three' }] },
    { title: 'last', file: 'last.md' },
    { type: 'link', title: 'Ref', target: 'last.md' },
  ]);
});

it('exported addresses are relative and escaped', () => {
  expect(pathFrom('a/b.md', 'a/b.md')).toBe('b.md');
  expect(pathFrom('a/b/c.md', 'd 100%#.md')).toBe('../../d 100%25%23.md');
});

describe('the comment behind an entry', () => {
  it.each([
    ['* [A](a.md)  <!-- ours -->\n', '  <!-- ours -->'],
    ['* [A](a.md) <!-- no end\n', ''],
    ['* [A](a.md)\n', ''],
  ])('of %j is %j', (line, comment) => {
    expect(commentAfter(line)).toBe(comment);
  });

  it('is found in a line of any length', () => {
    // With a pattern, each of these takes minutes.
    for (const line of [`${' '.repeat(1_000_000)}x`, '<!--'.repeat(250_000)])
      expect(commentAfter(line)).toBe('');
  });
});
