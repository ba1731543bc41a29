import { describe, expect, it } from 'vitest';
import { gitBlobId } from '../folder/file-tree.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { readFolder } from '../folder/read-folder.js';
import { EMPTY_TREE, type SpaceTree } from '../space-tree.js';
import { Identities } from './identities.js';
import { ImageBuilder } from './image-builder.js';

const LONG = Buffer.from(`# Long\n\n~~~\n${'x'.repeat(2_000_000)}\n~~~\n`);
const NOTE = '.gitbook/includes/note.md';

const read = async (bytes: Buffer, base: SpaceTree) => {
  const tree = { paths: () => [NOTE, 'long.md'], read: () => Promise.resolve(bytes) };
  const identities = new Identities(base, base, '', new Set(tree.paths()));
  const folder = await readFolder(tree, []);
  const warnings: ImportWarning[] = [];
  const builder = new ImageBuilder(folder, identities, () => Promise.resolve(null), warnings);
  const image = await builder.build(() => undefined);
  return { ...image, unreadable: warnings.map(({ file, message }) => `${file}: ${message}`) };
};

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

  it('is left out', async () => {
    expect(await read(LONG, EMPTY_TREE)).toMatchObject({
      pages: [],
      reusableContents: [],
      unreadable: [
        expect.stringMatching(/note.md: The text has more than 2000000 characters.* It was left out\.$/),
        expect.stringMatching(/^long.md: The text has more than 2000000 characters/),
      ],
    });
  });

  it('leaves what the space has of it as it is', async () => {
    expect(await read(Buffer.concat([LONG, LONG]), known)).toMatchObject({
      pages: [{ id: 'p', children: [] }],
      reusableContents: [],
      keptReusableContents: ['r'],
      unreadable: [expect.stringMatching(/It stays/), expect.stringMatching(/It stays/)],
    });
  });

  it('is read again when it was imported before', async () => {
    const image = await read(LONG, known);
    expect(image).toMatchObject({ pages: [{ id: 'p' }], reusableContents: [{ id: 'r' }] });
  });
});
