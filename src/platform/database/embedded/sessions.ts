import { Client } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './errors.js';
import { SERVER_USER_NAME, SOCKET_PORT, type Endpoint } from './settings.js';

/** Connection options for the `pg` library; `host` is the socket folder, or 127.0.0.1 on Windows. */
export interface ServerConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** State of the server: `starting` covers stopping and crash recovery, `rejected` a password it does not know. */
export type ServerAnswer = 'ready' | 'starting' | 'rejected' | 'silent';

/** An arbitrary fixed number, since nothing else takes advisory locks in the database "postgres". */
const OWNERSHIP_KEY = 4_812_310_077;
const ADMIN_DATABASE = 'postgres';
const CONNECT_TIMEOUT_MS = 5_000;
const OWNERSHIP_RETRY_MS = 50;

/** The connection settings for one database of the server behind an endpoint. */
export function connectionTo(endpoint: Endpoint, password: string, database: string): ServerConnection {
  const address =
    endpoint.kind === 'socket'
      ? { host: endpoint.folder, port: SOCKET_PORT }
      : { host: '127.0.0.1', port: endpoint.port };
  return { ...address, user: SERVER_USER_NAME, password, database };
}

/** Tries one connection and says what came of it; never throws. */
export async function askServer(endpoint: Endpoint, password: string): Promise<ServerAnswer> {
  try {
    const client = await connect(endpoint, password);
    await client.end();
    return 'ready';
  } catch (error) {
    switch (errorCode(error)) {
      case '57P03':
      case '53300':
        return 'starting';
      case '28P01':
      case '28000':
        return 'rejected';
      default:
        return 'silent';
    }
  }
}

/** Creates a database unless there is one of that name. `name` goes into the statement as an identifier. */
export async function ensureDatabase(endpoint: Endpoint, password: string, name: string): Promise<void> {
  const client = await connect(endpoint, password);
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/**
 * A lock inside the running server, held as long as its connection lives. It is the last word on who owns a database: it also
 * sees a Bindery in another container on the same volume, which no process id can tell. The connection doubles as our sign
 * that the server is alive: when it breaks, `lost` settles.
 */
export class Ownership {
  readonly lost: Promise<void>;

  private constructor(private readonly client: Client) {
    this.lost = new Promise((settle) => client.once('end', () => settle()));
  }

  /** Takes the lock, waiting a little for the connection of a process just killed to vanish; nothing when it stays held. */
  static async claim(
    endpoint: Endpoint,
    password: string,
    patienceMs = 2_000,
  ): Promise<Ownership | undefined> {
    const client = await connect(endpoint, password);
    const deadline = Date.now() + patienceMs;
    try {
      for (;;) {
        const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
          OWNERSHIP_KEY,
        ]);
        if (rows[0]?.held) return new Ownership(client);
        if (Date.now() >= deadline) break;
        await delay(OWNERSHIP_RETRY_MS);
      }
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    await client.end();
    return undefined;
  }

  async release(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}

async function connect(endpoint: Endpoint, password: string): Promise<Client> {
  const client = new Client({
    ...connectionTo(endpoint, password, ADMIN_DATABASE),
    ssl: false,
    application_name: 'bindery supervisor',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A broken connection ends, which is noticed there; without a listener the error event would end our process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
