import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, expect, it, vi } from 'vitest';
import { parseMarkdown } from '#modules/documents/index.js';
import type { Logger } from '#platform/logging/logger.js';
import { typesetBook } from '../typesetting/typeset-book.js';
import type { Book, BookPage, BookReferences } from '../typesetting/typesetting.types.js';
import { Typesetter, TypesettingInterrupted } from './typesetter.js';
import { eventually } from '../../../../test/support/eventually.js';

const REFERENCES: BookReferences = {
  resolve: (ref) =>
    ref.kind === 'url' ? { places: [ref.url.replace('to:', '')], href: null, kind: 'page' } : null,
  file: () => null,
  fileAt: () => null,
  userName: () => null,
};
const BOOK: Book = { title: 'Book', about: [], pages: [], isSinglePage: false };
const warn = vi.fn<(message: string, about: unknown) => void>();
const typesetter = new Typesetter({ warn } as unknown as Logger);
afterAll(() => typesetter.onApplicationShutdown());

it('the typesetter leaves out a page that cannot be typeset, and links to it harm nothing', async () => {
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
  const { files } = await typesetBook({ ...BOOK, pages }, REFERENCES);
  const chapter = files.get('/chapters/1.typ') ?? '';
  expect(chapter).toContain('page:broken#part');
  files.set('/chapters/1.typ', `${chapter}\n#panic("broken")\n`);
  await inFolder(files, async (folder) => {
    // The cover, the contents, two pages.
    expect(await typesetter.typeset(folder)).toEqual({ pages: 4 });
    expect((await readFile(join(folder, 'out.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
    expect(warn).toHaveBeenCalledWith(expect.any(String), {
      count: 1,
      reasons: [expect.stringContaining('broken')],
    });
  });
});

it('the typesetter leaves out a picture that ends its process', async () => {
  const vast = 1e9;
  const fatal = `<svg xmlns="http://www.w3.org/2000/svg" width="${vast}" height="${vast}"><filter id="f">
    <feGaussianBlur stdDeviation="5000"/></filter><rect width="${vast}" height="${vast}" filter="url(#f)"/></svg>`;
  const { files } = await typesetBook(BOOK, REFERENCES);
  files.set('/pictures/1.svg', fatal);
  files.set('/pictures/2.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  await inFolder(files, async (folder) => {
    await typesetter.typeset(folder);
    const drawn: unknown = JSON.parse(await readFile(join(folder, 'pictures.json'), 'utf8'));
    expect(drawn).toEqual({ '/pictures/2.svg': {} });
  });
});

it('the typesetter leaves out pictures that unpack to too much memory', async () => {
  const { files } = await typesetBook(BOOK, REFERENCES);
  await inFolder(files, async (folder) => {
    await mkdir(join(folder, 'pictures'));
    await writeFile(join(folder, 'pictures', '1.png'), emptyPng(30_000, 30_000));
    await writeFile(join(folder, 'pictures', '2.png'), emptyPng(3, 3));
    await typesetter.typeset(folder);
    const drawn: unknown = JSON.parse(await readFile(join(folder, 'pictures.json'), 'utf8'));
    expect(drawn).toEqual({ '/pictures/2.png': {} });
  });
});

it('the typesetter prints very long clusters of characters', async () => {
  const text = `${'a' + '\u0301'.repeat(20_000)} ${'👨\u200d'.repeat(3_000)} ${'\ufdfd'.repeat(200)}`;
  const { document } = parseMarkdown(text);
  const pages: BookPage[] = [{ id: 'a', type: 'document', level: 1, title: 'A', document }];
  const { files } = await typesetBook({ ...BOOK, pages, isSinglePage: true }, REFERENCES);
  await inFolder(files, async (folder) => {
    expect((await typesetter.typeset(folder)).pages).toBeGreaterThan(0);
  });
});

it('the typesetter starts again when its process is killed', async () => {
  const { files } = await typesetBook(BOOK, REFERENCES);
  await inFolder(files, async (folder) => {
    const made = typesetter.typeset(folder);
    await eventually(() => expect(typesetter.processId).toBeDefined());
    process.kill(typesetter.processId ?? 0, 'SIGKILL');
    expect(await made).toEqual({ pages: 2 });
  });
});

it('the typesetter is interrupted, without a failure, when the application ends', async () => {
  const ending = new Typesetter({ warn } as unknown as Logger);
  const { files } = await typesetBook(BOOK, REFERENCES);
  await inFolder(files, async (folder) => {
    const made = ending.typeset(folder);
    ending.onApplicationShutdown();
    await expect(made).rejects.toBeInstanceOf(TypesettingInterrupted);
  });
});

async function inFolder(files: Map<string, string>, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-typesetter-'));
  try {
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A black picture with one bit for each dot. */
function emptyPng(width: number, height: number): Buffer {
  const part = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(1, 8);
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  const parts = [part('IHDR', head), part('IDAT', deflateSync(rows)), part('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}
