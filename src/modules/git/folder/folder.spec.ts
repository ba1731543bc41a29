import { describe, expect, it } from 'vitest';
import { type FileTree, gitBlobId } from './file-tree.js';
import { readFolderConfig } from './folder-config.js';
import type { ImportWarning } from './import-warning.js';
import { planPlainFolder } from './plain-folder.js';
import { readFolder } from './read-folder.js';
import { readSummary } from './summary.js';

const tree = (files: Record<string, string>): FileTree => ({
  paths: () => Object.keys(files),
  read: (path) => Promise.resolve(Buffer.from(files[path] ?? '')),
});

describe('.gitbook.yaml', () => {
  it('is optional', async () => {
    expect(await readFolderConfig(tree({}), [])).toMatchObject({
      root: '',
      readme: 'README.md',
      summary: 'SUMMARY.md',
    });
  });

  it('gives root, structure and redirects, with zero-width characters removed', async () => {
    const text =
      'root: ./docs/\n\n\u200bstructure:\u00a0\n    readme: start.md\n    summary: toc/SUMMARY.md\u200b\nredirects:\n  /old/path/: new/page.md\n';
    const warnings: ImportWarning[] = [];
    const config = await readFolderConfig(tree({ '.gitbook.yaml': text }), warnings);
    expect(config).toMatchObject({ root: 'docs', readme: 'start.md', summary: 'toc/SUMMARY.md' });
    expect([...config.redirects]).toEqual([['old/path', 'new/page.md']]);
    expect(warnings).toEqual([]);
  });

  it('is ignored with a warning when it is malformed, and cannot lead out of the folder', async () => {
    const warnings: ImportWarning[] = [];
    const config = await readFolderConfig(
      tree({ '.gitbook.yaml': 'root: ../../etc\nstructure: [\n' }),
      warnings,
    );
    expect(config.root).toBe('');
    expect(warnings[0]).toMatchObject({ file: '.gitbook.yaml', kind: 'config' });
  });
});

it('.gitbook.yaml with aliases that multiply is ignored with a warning', async () => {
  const level = (name: string, of: string): string => `${name}: &${name} [${`*${of},`.repeat(9)}x]\n`;
  const text = `a: &a [x]\n${level('b', 'a')}${level('c', 'b')}${level('d', 'c')}`;
  const warnings: ImportWarning[] = [];
  expect(await readFolderConfig(tree({ '.gitbook.yaml': text }), warnings)).toMatchObject({ root: '' });
  expect(warnings).toMatchObject([{ kind: 'config', message: expect.stringContaining('alias') }]);
});

describe('SUMMARY.md', () => {
  const files = new Set(['README.md', 'a/README.md', 'a/b c.md', 'd.md']);

  it('gives groups, nesting, order, titles and links', () => {
    const text = `# Table of contents

* [Home](README.md)
* [Elsewhere](https://example.com/docs)

## First *part* <a href="#x" id="part-one"></a>

* [A \`code\`](a/README.md)
  * [B](<a/b c.md> "mentions")
* [D](./d.md#anchor)
`;
    expect(readSummary(text, 'SUMMARY.md', files, [])).toEqual([
      { type: 'document', title: 'Home', file: 'README.md', slug: 'README', children: [] },
      { type: 'link', title: 'Elsewhere', url: 'https://example.com/docs', children: [] },
      {
        type: 'group',
        title: 'First part',
        slug: 'part-one',
        children: [
          {
            type: 'document',
            title: 'A code',
            file: 'a/README.md',
            slug: 'a',
            children: [
              {
                type: 'document',
                title: 'B',
                linkTitle: 'mentions',
                file: 'a/b c.md',
                slug: 'b c',
                children: [],
              },
            ],
          },
          { type: 'document', title: 'D', file: 'd.md', slug: 'd', children: [] },
        ],
      },
    ]);
  });

  it('warns of missing and repeated entries with their lines, and keeps the entries below them', () => {
    const warnings: ImportWarning[] = [];
    const pages = readSummary(
      '* [Gone](gone.md)\n  * [D](d.md)\n* [Again](d.md)\n* only words\n',
      'SUMMARY.md',
      files,
      warnings,
    );
    expect(pages.map((page) => page.file)).toEqual(['d.md']);
    expect(warnings.map(({ line, kind }) => [line, kind])).toEqual([
      [1, 'missing-page'],
      [3, 'duplicate-page'],
      [4, 'missing-page'],
    ]);
  });
});

describe('a summary with hostile content', () => {
  const files = new Set(['a.md', 'b.md']);
  const titles = (text: string): (string | undefined)[] =>
    readSummary(text, 'SUMMARY.md', files, []).map(({ title }) => title);

  it('is read in linear time when lists open each other on one line', () => {
    expect(titles(`${'* '.repeat(9)}[A](a.md)\n\n* [B](b.md)`)).toEqual(['A', 'B']);
    expect(titles(`${'* '.repeat(10_000)}[A](a.md)\n\n* [B](b.md)`)).toEqual(['A', 'B']);
  });

  it('is ignored when it is too long, and pages follow their folders', async () => {
    const warnings: ImportWarning[] = [];
    const text = `* [B](b.md)\n${'x'.repeat(1_000_000)}`;
    const { pages } = await readFolder(tree({ 'SUMMARY.md': text, 'a.md': '# A', 'b.md': '# B' }), warnings);
    expect(pages.map(({ file }) => file)).toEqual(['a.md', 'b.md']);
    expect(warnings).toMatchObject([{ file: 'SUMMARY.md', kind: 'config' }]);
  });
});

it('a folder without a summary gives pages like its folders, in natural order', () => {
  const pages = planPlainFolder([
    'b/10.md',
    'b/2.md',
    'b/index.md',
    'README.md',
    'a.md',
    'c-d/e.md',
    '.github/x.md',
    'logo.png',
  ]);
  expect(pages).toEqual([
    { type: 'document', file: 'README.md', slug: 'README', children: [] },
    { type: 'document', file: 'a.md', slug: 'a', children: [] },
    {
      type: 'document',
      file: 'b/index.md',
      slug: 'b',
      children: [
        { type: 'document', file: 'b/2.md', slug: '2', children: [] },
        { type: 'document', file: 'b/10.md', slug: '10', children: [] },
      ],
    },
    {
      type: 'document',
      title: 'C d',
      folder: 'c-d',
      slug: 'c-d',
      children: [{ type: 'document', file: 'c-d/e.md', slug: 'e', children: [] }],
    },
  ]);
});

it('blob ids are equal to those of Git', () => {
  expect(gitBlobId(Buffer.from('hello\n'))).toBe('ce013625030ba8dba906f756967f9e9ca394464a');
});
