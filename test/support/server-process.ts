import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { directUrlOf } from '../../src/platform/database/data-source.js';
import type { TestApp } from './test-app.js';

export interface ServerProcess {
  baseUrl: string;
  /** Kills it without warning, as a lack of memory or of power does. */
  kill(): Promise<void>;
}

/**
 * Another server beside an application of a test, on its database and its files, in a separate process.
 * @param variables of its environment, beside those that every server of a test has.
 */
export async function startServerProcess(
  { config, dataSource }: TestApp,
  variables: Record<string, string> = {},
): Promise<ServerProcess> {
  const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  const args = ['--import', script('typescript-in-threads.mjs'), script('server-process.mjs')];
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DEMO: 'false',
      LOG_LEVEL: 'silent',
      RATE_LIMIT_PER_MINUTE: '0',
      ALLOW_PRIVATE_NETWORK: 'true',
      DATA_DIR: config.dataDir,
      PUBLIC_URL: config.publicUrl,
      DATABASE_URL: addressOf(dataSource.options as never),
      DATABASE_DIRECT_URL: directUrlOf(dataSource),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  let said = '';
  for await (const part of child.stdout) {
    said += String(part);
    const port = /port (\d+)\n/.exec(said)?.[1];
    if (port !== undefined) return { baseUrl: `http://127.0.0.1:${port}`, kill };
  }
  throw new Error(`The server did not start: ${said}`);
}

interface Place {
  url?: string;
  host?: string;
  port?: number;
  username?: string;
  password?: string;
  database?: string;
}

/** The address in the form of `DATABASE_URL`; the host may be the folder of a socket. */
function addressOf({
  url,
  host = '',
  port = 5432,
  username = '',
  password = '',
  database = '',
}: Place): string {
  if (url !== undefined) return url;
  const address = new URL(`postgres://localhost:${port}/${database}`);
  Object.assign(address, { username, password });
  address.searchParams.set('host', host);
  return address.href;
}
