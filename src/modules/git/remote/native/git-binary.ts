import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const OLDEST = [2, 30] as const;
const TIMEOUT_MS = 5000;

export interface Programs {
  /** Git's program; null where the machine has none that we can use. */
  git: string | null;
  /** True if there is a client of SSH for it. */
  hasSsh: boolean;
}

const found = new Map<string, Promise<Programs>>();

/**
 * The programs that there are on this machine, looked for once.
 * @param setting path of Git's program, or `none` for none; found on the path when absent.
 */
export function findPrograms(setting: string | undefined): Promise<Programs> {
  const name = setting ?? 'git';
  const programs = found.get(name) ?? look(name);
  found.set(name, programs);
  return programs;
}

async function look(name: string): Promise<Programs> {
  // The limits of memory are set by a shell.
  if (name === 'none' || process.platform === 'win32') return { git: null, hasSsh: false };
  const said = await run(name, ['--version'], { timeout: TIMEOUT_MS }).then(
    ({ stdout }) => stdout,
    () => '',
  );
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(said) ?? []).map(Number);
  const isUsable = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  if (!isUsable) return { git: null, hasSsh: false };
  const hasSsh = await run('ssh', ['-V'], { timeout: TIMEOUT_MS }).then(
    () => true,
    () => false,
  );
  return { git: name, hasSsh };
}
