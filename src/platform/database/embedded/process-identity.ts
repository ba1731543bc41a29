import { readdir, readFile, readlink } from 'node:fs/promises';
import { uptime } from 'node:os';
import { readIfThere } from './files.js';
import { runProgram } from './run-program.js';

const BOOT_TOLERANCE_MS = 60_000;

/**
 * Tells one process from every other, also from one that gets the same id later: after a restart of the machine, or in
 * a container, where ids begin at 1 again. Undefined when no such process runs; a finished one that was not waited for
 * counts as not running.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return linuxIdentity(pid);
  if (process.platform === 'win32') return isAlive(pid) ? `${pid}` : undefined;
  const { exitCode, output } = await runProgram('/bin/ps', ['-o', 'stat=,lstart=', '-p', String(pid)]);
  const [state, ...started] = output.trim().split(/\s+/);
  return exitCode === 0 && state && !state.startsWith('Z') ? `${pid} ${started.join(' ')}` : undefined;
}

/** True when something written at this moment (in milliseconds) dates from before the last start of the machine. */
export function isBeforeBoot(writtenAtMs: number): boolean {
  return writtenAtMs < Date.now() - uptime() * 1000 - BOOT_TOLERANCE_MS;
}

/** The arguments a process was started with, or the title it gave itself; nothing when it is gone. */
export async function commandLineOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text === '' ? undefined : text.replaceAll('\0', ' ').trim();
  }
  if (process.platform === 'win32') return undefined;
  const { exitCode, output } = await runProgram('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return exitCode === 0 && output.trim() !== '' ? output.trim() : undefined;
}

/** The ids of all processes whose command line or title holds a text. */
export async function processesNaming(text: string): Promise<number[]> {
  if (process.platform === 'win32') return [];
  if (process.platform !== 'linux') {
    const { output } = await runProgram('/bin/ps', ['-axww', '-o', 'pid=,command=']);
    const lines = output.split('\n').filter((line) => line.includes(text));
    return lines.map((line) => Number.parseInt(line, 10));
  }
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name) && (await commandLineOf(Number(name)))?.includes(text)) found.push(Number(name));
  }
  return found;
}

/** True when a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The boot's id, the process namespace (a container's ids mean nothing outside it) and the start time in clock ticks. */
async function linuxIdentity(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The second field is the program's name in brackets and may itself hold brackets and spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, startTime] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X') return undefined;
  const boot = (await readIfThere('/proc/sys/kernel/random/boot_id').catch(() => undefined))?.trim() ?? '';
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return [boot, namespace, pid, startTime].join(' ');
}
