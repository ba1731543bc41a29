import type { DataSource } from 'typeorm';
import { directUrlOf } from '../../src/platform/database/data-source.js';
import { runCli } from '../../src/cli/program.js';

/** Runs a command on the installation with this database and this environment, as on its own server. */
export async function runInstallationCommand(
  dataSource: DataSource,
  environment: Record<string, string>,
  args: readonly string[],
): Promise<{ status: number; out: string; err: string }> {
  const set = {
    ...environment,
    DATABASE_URL: urlOf(dataSource),
    DATABASE_DIRECT_URL: directUrlOf(dataSource) ?? '',
  };
  const before = Object.keys(set).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, set);
  let out = '';
  let err = '';
  try {
    const status = await runCli(args, {
      out: { write: (text) => (out += text) },
      err: { write: (text) => (err += text) },
    });
    return { status, out, err };
  } finally {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}

/** Address of the database of a data source. */
export function urlOf(dataSource: DataSource): string {
  type Member = 'url' | 'host' | 'port' | 'username' | 'password' | 'database';
  const options = dataSource.options as { [name in Member]?: string };
  const { url, host = '', port, username, password, database } = options;
  const at = new URL(url ?? `postgres://${username}:${password ?? ''}@localhost/${database}?port=${port}`);
  if (url === undefined) at.searchParams.set('host', host);
  return at.href;
}
