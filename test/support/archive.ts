import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { Readable } from 'node:stream';
import type { TestUser } from './factories.js';
import type { TestApp } from './test-app.js';

export type Files = Record<string, string | Buffer>;

/** A compressed tar of the files. */
export async function archiveOf(files: Files): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, content);
  tar.finalize();
  return gzipSync(await buffer(tar));
}

/** The files of a compressed tar, by name. */
export async function readArchive(bytes: Buffer): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  const entries = Readable.from([gunzipSync(bytes)]).pipe(extract());
  for await (const entry of entries) files[entry.header.name] = await buffer(entry);
  return files;
}

export interface ImportOutcome {
  state: string;
  stage: string;
  error?: string;
  report?: {
    space: string;
    revision: string;
    pages: number;
    files: number;
    warnings: { file: string; line: number; kind: string; message: string }[];
  };
}

/** Imports files into a space and waits for the end. */
export async function importFiles(
  test: TestApp,
  user: TestUser,
  spaceId: string,
  files: Files,
): Promise<ImportOutcome> {
  const answer = await user.api.post(`/v1/spaces/${spaceId}/content/import`, undefined, {
    headers: { 'content-type': 'application/gzip' },
    rawBody: await archiveOf(files),
  });
  if (answer.status !== 201) throw new Error(`The import was refused: ${answer.status} ${answer.text}`);
  await test.settle();
  const { id } = answer.body as { id: string };
  return (await user.api.get(`/v1/spaces/${spaceId}/content/imports/${id}`)).body as ImportOutcome;
}

/** Exports a space, or the part below `path`. */
export async function exportFiles(
  test: TestApp,
  user: TestUser,
  spaceId: string,
  path = 'content/export',
): Promise<Record<string, string>> {
  const answer = await fetch(`${test.baseUrl}/v1/spaces/${spaceId}/${path}`, {
    headers: { authorization: `Bearer ${user.token}` },
  });
  if (answer.status !== 200)
    throw new Error(`The export was refused: ${answer.status} ${await answer.text()}`);
  const files = await readArchive(Buffer.from(await answer.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, bytes.toString()]));
}

interface Page {
  id: string;
  type: string;
  title: string;
  slug: string;
  path?: string;
  hidden?: boolean;
  git?: { path: string; oid: string };
  pages?: Page[];
}

/** The page tree in words: `title (path)`, one line each, indented. */
export async function outlineOf(user: TestUser, spaceId: string): Promise<string[]> {
  const { body } = await user.api.get(`/v1/spaces/${spaceId}/content`);
  const print = (pages: Page[], indent: string): string[] =>
    pages.flatMap((page) => [
      `${indent}${page.type === 'document' ? '' : `${page.type}: `}${page.title}${page.hidden ? ' [hidden]' : ''}${page.type === 'link' ? '' : ` (${page.path})`}`,
      ...print(page.pages ?? [], `${indent}  `),
    ]);
  return print((body as { pages: Page[] }).pages, '');
}

/** All pages of a space by their path in the folder. */
export async function pagesByFile(user: TestUser, spaceId: string): Promise<Map<string, Page>> {
  const { body } = await user.api.get(`/v1/spaces/${spaceId}/content`);
  const flat = (pages: Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
  return new Map(
    flat((body as { pages: Page[] }).pages).flatMap((page) => (page.git ? [[page.git.path, page]] : [])),
  );
}
