/* Measures how fast a folder becomes a space, and what another organization waits for meanwhile. */
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Beside, COLUMNS } from './beside.mjs';
import { neighbour } from './hostile.mjs';
import { Client } from './seed.mjs';

const POLL_MS = 50;

export const IMPORT_COLUMNS = [...COLUMNS.slice(0, -1), 'pages', ''];

/** Imports each folder twice: the second time its texts are known. Answers a row of each, and a line about all. */
export async function imports(bindery, client, organization, folders) {
  const beside = new Beside(bindery, await neighbour(bindery, client));
  const writer = new Client(bindery.url);
  const pages = [''];
  try {
    await beside.nothing();
    for (const folder of folders)
      for (const state of ['new', 'known']) {
        const name = `${basename(folder)}, ${state}`;
        const archive = spawnSync('tar', ['cz', '-C', folder, '.'], { maxBuffer: 1024 ** 3 }).stdout;
        const { id } = await writer.createSpace(organization, name);
        await beside.measure(name, () => imported(writer, id, archive), { seconds: Infinity });
        const tree = await writer.call('GET', `/v1/spaces/${id}/content/pages`);
        pages.push(String(countOf(tree.pages)));
      }
  } finally {
    beside.end();
  }
  return { rows: beside.rows.map((row, at) => row.toSpliced(-1, 0, pages[at])), summary: beside.summary() };
}

/** Waits for the end of the import. @throws what it failed with. */
async function imported(writer, space, archive) {
  const response = await fetch(`${writer.url}/v1/spaces/${space}/content/import`, {
    method: 'POST',
    headers: { ...writer.headers, 'content-type': 'application/gzip' },
    body: archive,
  });
  if (!response.ok) return response.status;
  const { id } = await response.json();
  for (;;) {
    const run = await writer.call('GET', `/v1/spaces/${space}/content/imports/${id}`);
    if (run.state === 'failure') throw new Error(run.error);
    if (run.state === 'success') return 200;
    await pause(POLL_MS);
  }
}

function countOf(pages) {
  return pages.reduce((count, page) => count + 1 + countOf(page.pages ?? []), 0);
}
