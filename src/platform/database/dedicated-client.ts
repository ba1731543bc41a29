import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from './data-source.js';

/**
 * Opens a connection outside of the pool, for one long piece of work that the limits of the pool's connections would end. It formats values the same
 * way everywhere.
 */
export async function connectAlone(dataSource: DataSource): Promise<Client> {
  const { options } = poolOf(dataSource);
  const client = new Client({
    ...options,
    // The pool hides it from being listed.
    password: options.password,
    keepAlive: true,
    idle_in_transaction_session_timeout: 0,
    statement_timeout: 0,
    ...{ pipeline: false },
  });
  // A lost connection surfaces as an error of the statement.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
    set timezone = 'UTC'; set extra_float_digits = 1; set bytea_output = 'hex'`);
  return client;
}
