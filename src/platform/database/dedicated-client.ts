import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { directUrlOf, poolOf } from './data-source.js';

/**
 * Opens a connection outside of the pool, for one long piece of work that the limits of the pool's connections would end. It formats values the same
 * way everywhere.
 */
export async function connectAlone(dataSource: DataSource): Promise<Client> {
  const client = await connect(dataSource);
  await client.query(`set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
    set timezone = 'UTC'; set extra_float_digits = 1; set bytea_output = 'hex'`);
  return client;
}

/** A connection outside of the pool, for what a session keeps: the locks that it holds. */
export interface DatabaseSession {
  client: Client;
  /** Aborted when the connection is gone, and its locks with it. */
  lost: AbortSignal;
  /** Closes the connection; resolves when it is closed, also where it was lost. */
  close(): Promise<void>;
}

/** Opens a session. Its locks tell others that this process lives, so that the end of the connection is noticed while nothing is sent. */
export async function openSession(dataSource: DataSource): Promise<DatabaseSession> {
  const client = await connect(dataSource);
  const controller = new AbortController();
  client.once('end', () => controller.abort());
  return { client, lost: controller.signal, close: () => client.end().catch(() => undefined) };
}

async function connect(dataSource: DataSource): Promise<Client> {
  const { options } = poolOf(dataSource);
  const directUrl = directUrlOf(dataSource);
  const client = new Client({
    ...options,
    ...(directUrl !== undefined && { connectionString: directUrl }),
    // The pool hides it from being listed.
    password: options.password,
    idle_in_transaction_session_timeout: 0,
    statement_timeout: 0,
    query_timeout: 0,
    ...{ pipeline: false },
  });
  // A lost connection surfaces as an error of the statement.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
