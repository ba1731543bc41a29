import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { parseMarkdown } from '#modules/documents/index.js';
import type { Logger } from '#platform/logging/logger.js';
import { typesetBook } from '../typesetting/typeset-book.js';
import type { BookPage, BookReferences } from '../typesetting/typesetting.types.js';
import { Typesetter } from './typesetter.js';

const REFERENCES: BookReferences = {
  resolve: (ref) =>
    ref.kind === 'url' ? { places: [ref.url.replace('to:', '')], href: null, kind: 'page' } : null,
  file: () => null,
  fileAt: () => null,
  userName: () => null,
};
const warn = vi.fn<(message: string, about: unknown) => void>();
const typesetter = new Typesetter({ warn } as unknown as Logger);
afterEach(() => typesetter.onApplicationShutdown());

it('a page that cannot be typeset costs nothing but itself, whatever leads to its places', async () => {
  const document = (markdown: string) => {
    const { document: parsed } = parseMarkdown(markdown);
    for (const block of parsed.nodes) if (block.type === 'heading-1') block.meta = { id: 'part' };
    return parsed;
  };
  const pages: BookPage[] = [
    { id: 'group', type: 'group', level: 1, title: 'Group', document: null },
    { id: 'broken', type: 'document', level: 2, title: 'Broken', document: document('## Part') },
    {
      id: 'whole',
      type: 'document',
      level: 2,
      title: 'Whole',
      document: document('[part](to:page:broken#part) [page](to:page:broken) [group](to:page:group)'),
    },
  ];
  const { files } = await typesetBook({ title: 'Book', about: [], pages, isSinglePage: false }, REFERENCES);
  const chapter = files.get('/chapters/1.typ') ?? '';
  expect(chapter).toContain('page:broken#part');
  files.set('/chapters/1.typ', `${chapter}\n#panic("broken")\n`);
  const folder = await mkdtemp(join(tmpdir(), 'bindery-typesetter-'));
  try {
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    // The cover, the contents, two pages.
    expect(await typesetter.typeset(folder)).toEqual({ pages: 4 });
    expect((await readFile(join(folder, 'out.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
    expect(warn).toHaveBeenCalledWith(expect.any(String), {
      count: 1,
      reasons: [expect.stringContaining('broken')],
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
