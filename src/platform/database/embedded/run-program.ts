import { spawn } from 'node:child_process';
import type { ServerUser } from './server-user.js';

/** Result of a finished program; `failure` is set when it could not be started at all (`EACCES`, `ENOEXEC`, …). */
export interface ProgramResult {
  exitCode: number | null;
  output: string;
  failure?: NodeJS.ErrnoException;
}

const OUTPUT_LIMIT = 64 * 1024;

/**
 * The environment of every PostgreSQL program. Nothing of ours is passed on: a `PGDATA`, `LC_ALL` or `LD_LIBRARY_PATH` of the
 * operator's shell must not change how the server behaves. Windows programs do not start without their system variables.
 */
export function programEnvironment(): NodeJS.ProcessEnv | undefined {
  return process.platform === 'win32'
    ? undefined
    : { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' };
}

/** Runs a program to its end, as another account if one is given; never throws. */
export function runProgram(
  file: string,
  args: string[],
  options: { user?: ServerUser; cwd?: string } = {},
): Promise<ProgramResult> {
  return new Promise((done) => {
    let output = '';
    const collect = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_LIMIT));
    try {
      const child = spawn(file, args, {
        cwd: options.cwd,
        env: programEnvironment(),
        uid: options.user?.uid,
        gid: options.user?.gid,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
      child.stdout.on('data', collect);
      child.stderr.on('data', collect);
      child.once('error', (failure) => done({ exitCode: null, output, failure }));
      child.once('close', (exitCode) => done({ exitCode, output }));
    } catch (error) {
      // Some failures (a wrong machine type, for one) are thrown at once instead of reported through the event.
      done({ exitCode: null, output, failure: error as NodeJS.ErrnoException });
    }
  });
}
