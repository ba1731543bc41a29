import { join } from 'node:path';
import type { DataFolder } from './data-folder.js';
import { runProgram } from './run-program.js';
import { readIfThere } from './files.js';

/** PostgreSQL's ways to stop, gentlest first: end all sessions and write a checkpoint; drop everything; no choice. */
export const STOP_STEPS: { signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'; waitMs: number }[] = [
  { signal: 'SIGINT', waitMs: 20_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

/** Sends one of the signals above; a process that is gone already is fine. */
export async function signalServer(
  pid: number,
  signal: (typeof STOP_STEPS)[number]['signal'],
  folder: Pick<DataFolder, 'database'>,
): Promise<void> {
  if (process.platform === 'win32' && signal !== 'SIGKILL') {
    // Windows has no such signals: PostgreSQL's own tool passes the wish on through a pipe.
    const tool = (await readIfThere(join(folder.database, 'postmaster.opts')))?.match(
      /^"?(.*)postgres\.exe/,
    )?.[1];
    const mode = signal === 'SIGINT' ? 'fast' : 'immediate';
    if (tool) await runProgram(join(tool, 'pg_ctl.exe'), ['stop', '-D', folder.database, '-m', mode, '-W']);
    return;
  }
  sendSignal(pid, signal);
}

/** Sends a signal to a process that may be gone already. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    return;
  }
}
