/* The memory and time that a backup takes, and the time that others wait meanwhile. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { TOKEN } from './processes.mjs';

const MB = 1e6;
const FILE_BYTES = 4 * MB;
const ROW_BYTES = 100_000;
const LOOK_MS = 100;
const PAGE = '/app/operate/backups';
export const BACKUP_COLUMNS = ['figure', 'value'];

/**
 * Fills the database and the folder of files with bytes that do not compress, one half each, and has the server back all of it up.
 * @param folder of the backups, which the server was started with.
 */
export async function backups(bindery, organization, folder, megabytes) {
  await fill(bindery, organization, (megabytes * MB) / 2);
  await pause(3000);
  const idle = bindery.memory();
  const alone = await waits(bindery, pause(5000));
  const begin = performance.now();
  let most = 0;
  const watching = setInterval(() => (most = Math.max(most, bindery.memory())), LOOK_MS);
  const beside = await waits(bindery, backUp(bindery.url));
  clearInterval(watching);
  const seconds = (performance.now() - begin) / 1000;
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  return [
    ['bytes in the database and in files', `${megabytes} MB`],
    ['length of the backup', `${Math.round(bytes / MB)} MB`],
    ['made and verified in', `${seconds.toFixed(1)} s`],
    ['idle memory of our process', `${idle.toFixed(0)} MB`],
    ['most memory of our process meanwhile', `${most.toFixed(0)} MB`],
    ['GET /v1/user alone, p50 / p99 / worst', alone],
    ['GET /v1/user meanwhile, p50 / p99 / worst', beside],
  ];
}

async function fill(bindery, organization, bytes) {
  const client = new pg.Client(bindery.connection());
  await client.connect();
  try {
    for (let made = 0; made < bytes; made += FILE_BYTES) {
      const content = randomBytes(FILE_BYTES);
      const blob = createHash('sha256').update(content).digest('hex');
      const place = join(bindery.dataDir, 'files', organization, blob.slice(0, 2), blob.slice(2, 4));
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, blob), content);
      await client.query(
        `insert into blobs (organization_id, blob, size, content_type, created_at, touched_at, checked_at)
         values ($1, $2, $3, 'application/octet-stream', now(), now(), now())`,
        [organization, blob, FILE_BYTES],
      );
    }
    for (let made = 0; made < bytes; made += ROW_BYTES) {
      const body = JSON.stringify(randomBytes((ROW_BYTES * 3) / 4).toString('base64'));
      await client.query(
        `insert into content_objects (organization_id, hash, kind, body, refs, created_at)
         values ($1, $2, 'bench', $3, '{}', now())`,
        [organization, createHash('sha256').update(body).digest('hex'), body],
      );
    }
  } finally {
    await client.end();
  }
}

/** Presses the button of the page, and waits until the run has ended. */
async function backUp(url) {
  const signedIn = await fetch(`${url}/app/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ token: TOKEN, next: '' }),
  });
  const Cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0];
  const read = async () => (await fetch(url + PAGE, { headers: { Cookie } })).text();
  const token = /name="form-token" value="([^"]+)"/.exec(await read())?.[1] ?? '';
  const body = new URLSearchParams({ do: 'backup', 'form-token': token });
  const { status } = await fetch(url + PAGE, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie },
    body,
  });
  if (status !== 303) throw new Error(`The backup did not begin: ${status}`);
  let text;
  do {
    await pause(500);
    text = await read();
  } while (text.includes('data-follow'));
  if (!text.includes('Good: ')) throw new Error('The backup failed; its page says why.');
}

/** Time of one small request after another until the work ends. */
async function waits({ url }, work) {
  const times = [];
  let isOver = false;
  const ended = work.finally(() => (isOver = true));
  while (!isOver) {
    const begin = performance.now();
    await (await fetch(`${url}/v1/user`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
    times.push(performance.now() - begin);
    await pause(5);
  }
  await ended;
  times.sort((a, b) => a - b);
  const at = (part) => `${times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1)} ms`;
  return [at(0.5), at(0.99), at(1)].join(' / ');
}
