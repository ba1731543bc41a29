import { createServer } from 'node:net';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPrivateFolder, type DataFolder } from './data-folder.js';
import { EmbeddedPostgresUnavailable } from './errors.js';
import { ensureFolder, readIfThere, writeAtomically } from './files.js';
import { mayEnter } from './server-user.js';
import { fitsSocketName, SOCKET_PORT, type Endpoint } from './settings.js';

const NOTE = 'socket-folder.txt';

/**
 * Decides where the server listens: in a private folder beside the database; when that path is too long for a socket
 * name or its disk carries no sockets, in a private short folder elsewhere, which `DATA_DIR/postgres/socket-folder.txt`
 * names. Windows has no sockets that both PostgreSQL and Node understand, so there it is a random port of 127.0.0.1.
 * @throws EmbeddedPostgresUnavailable when no folder can hold a socket.
 */
export async function chooseEndpoint(folder: DataFolder): Promise<Endpoint> {
  if (process.platform === 'win32') return { kind: 'tcp', port: await freePort() };
  const socketFolder = join(folder.home, 'socket');
  await ensureFolder(socketFolder, 0o700, folder.user);
  if (fits(socketFolder) && (await carriesSockets(socketFolder)))
    return { kind: 'socket', folder: socketFolder };
  return { kind: 'socket', folder: await shortFolder(folder) };
}

/** Removes what a killed server left in its socket folder; a left lock file would block the next one. */
export async function clearSocketFolder(endpoint: Endpoint): Promise<void> {
  if (endpoint.kind !== 'socket') return;
  const socket = join(endpoint.folder, `.s.PGSQL.${SOCKET_PORT}`);
  await rm(socket, { force: true });
  await rm(`${socket}.lock`, { force: true });
}

async function shortFolder(folder: DataFolder): Promise<string> {
  const note = join(folder.own, NOTE);
  const noted = (await readIfThere(note))?.trim();
  if (noted && fits(noted) && (await isPrivateFolder(noted, folder.user))) return noted;
  for (const parent of [tmpdir(), '/tmp', '/run']) {
    const made = await makeShortFolder(parent, folder).catch(() => undefined);
    if (!made) continue;
    await writeAtomically(note, `${made}\n`);
    return made;
  }
  throw new EmbeddedPostgresUnavailable(
    `the path ${folder.home} cannot hold a socket and no short private folder can be made in ${tmpdir()} or /run`,
  );
}

async function makeShortFolder(parent: string, { user }: DataFolder): Promise<string | undefined> {
  if (!fits(join(parent, 'bindery-XXXXXX')) || (user && !(await mayEnter(user, parent)))) return undefined;
  const made = await mkdtemp(join(parent, 'bindery-'));
  await chmod(made, 0o700);
  if (user) await chown(made, user.uid, user.gid);
  return made;
}

function fits(folder: string): boolean {
  return fitsSocketName(join(folder, `.s.PGSQL.${SOCKET_PORT}`));
}

/** Some shared and network disks refuse sockets; trying is the only way to know. */
function carriesSockets(folder: string): Promise<boolean> {
  const path = join(folder, '.probe');
  return rm(path, { force: true }).then(
    () =>
      new Promise((answer) => {
        const server = createServer();
        server.once('error', () => answer(false));
        server.listen(path, () => server.close(() => answer(true)));
      }),
  );
}

function freePort(): Promise<number> {
  return new Promise((answer, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => answer(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
