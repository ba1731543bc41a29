import { describe, expect, it, vi } from 'vitest';
import { compute } from '#platform/compute/compute.js';
import { type FileTree, gitBlobId } from '../folder/file-tree.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { readFolder } from '../folder/read-folder.js';
import { EMPTY_TREE, type SpaceTree } from '../space-tree.js';
import { Identities } from './identities.js';
import { ImageBuilder } from './image-builder.js';

const LONG = Buffer.from(`# Long\n\n~~~\n${'x'.repeat(2_000_000)}\n~~~\n`);
const NOTE = '.gitbook/includes/note.md';

const builderOf = async (tree: FileTree, base: SpaceTree, warnings: ImportWarning[] = []) => {
  const identities = new Identities(base, base, '', new Set(tree.paths()));
  const folder = await readFolder(tree, []);
  return new ImageBuilder(folder, identities, () => Promise.resolve(null), warnings);
};

const read = async (bytes: Buffer, base: SpaceTree) => {
  const warnings: ImportWarning[] = [];
  const tree = { paths: () => [NOTE, 'long.md'], read: () => Promise.resolve(bytes) };
  const image = await (await builderOf(tree, base, warnings)).build(() => undefined);
  return { ...image, unreadable: warnings.map(({ file, message }) => `${file}: ${message}`) };
};

const folderOf = (texts: Record<string, string>): FileTree => ({
  paths: () => Object.keys(texts),
  read: (path) => Promise.resolve(Buffer.from(texts[path] ?? '')),
});

describe('a folder with a text of millions of characters', () => {
  const git = (path: string) => ({ path, oid: gitBlobId(LONG) });
  const known: SpaceTree = {
    ...EMPTY_TREE,
    pages: [
      {
        ...{ id: 'p', type: 'document', title: 'Long', slug: 'long', document: null, pages: [] },
        ...{ hash: '', path: 'long', parent: null, createdAt: '', updatedAt: '' },
        git: git('long.md'),
      },
    ],
    reusableContents: [{ id: 'r', title: 'Long', document: null, git: git(NOTE) }],
  };

  it('is left out of the import', async () => {
    expect(await read(LONG, EMPTY_TREE)).toMatchObject({
      pages: [],
      reusableContents: [],
      unreadable: [
        expect.stringMatching(/note.md: The text has more than 2000000 characters.* It was left out\.$/),
        expect.stringMatching(/^long.md: The text has more than 2000000 characters/),
      ],
    });
  });

  it('leaves the pages of the space unchanged', async () => {
    expect(await read(Buffer.concat([LONG, LONG]), known)).toMatchObject({
      pages: [{ id: 'p', children: [] }],
      reusableContents: [],
      keptReusableContents: ['r'],
      unreadable: [expect.stringMatching(/It stays/), expect.stringMatching(/It stays/)],
    });
  });

  it('is read when the same text was imported before', async () => {
    const image = await read(LONG, known);
    expect(image).toMatchObject({ pages: [{ id: 'p' }], reusableContents: [{ id: 'r' }] });
  });
});

describe('a folder of many short texts', () => {
  const long = 'Words. '.repeat(20_000);
  const texts = {
    'SUMMARY.md': '* [A](a.md)\n  * [B](b.md)\n* [C](c.md)\n',
    'a.md': `# A\n\n[x](x.md) and [z](z.md)\n\n${long}`,
    'b.md': '# Be\n\n[y](y.md) and [x](x.md)\n',
    'c.md': '# C\n\n[none](none.md)\n',
    'w.md': '# W\n',
    'x.md': `# X\n\n[w](w.md)\n\n${long}`,
    'y.md': '# Y\n\n[v](v.md) and [a](a.md)\n',
    'z.md': '# Z\n',
    'v.md': '# V\n',
    'u.md': '# U\n',
  };

  it('is read by the pool, with its links in the order of the texts', async () => {
    const run = vi.spyOn(compute, 'run');
    const warnings: ImportWarning[] = [];
    const image = await (await builderOf(folderOf(texts), EMPTY_TREE, warnings)).build(() => undefined);
    expect(run).toHaveBeenCalledTimes(8);
    run.mockRestore();
    expect(image.pages.map(({ title }) => title)).toEqual(['A', 'C', 'X', 'Z', 'Y', 'W', 'V']);
    expect(image.pages[0]?.children).toMatchObject([{ title: 'B' }]);
    expect(image.unlisted).toEqual(['u.md']);
    expect(warnings).toMatchObject([{ file: 'c.md', line: 3, kind: 'broken-link' }]);
  });

  it('is no longer read when the import is stopped', async () => {
    const run = vi.spyOn(compute, 'run');
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`page-${at}.md`, 'Text']));
    const builder = await builderOf(folderOf(many), EMPTY_TREE);
    const stopped = builder.build(() => {
      throw new Error('It was stopped.');
    });
    await expect(stopped).rejects.toThrow('It was stopped.');
    expect(run.mock.calls.length).toBeLessThan(40);
    run.mockRestore();
  });
});
