import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Starts a command of the command line tool in a separate process, which a test may kill. */
export function startCliProcess(environment: Record<string, string>, args: readonly string[]): ChildProcess {
  const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  const start = ['--import', script('typescript-in-threads.mjs'), script('cli-process.mjs')];
  return spawn(process.execPath, [...start, ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
