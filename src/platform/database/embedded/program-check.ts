import { EmbeddedPostgresUnavailable, errorText } from './errors.js';
import { statIfThere } from './files.js';
import { programPath } from './package.js';
import { runProgram } from './run-program.js';
import type { ServerUser } from './server-user.js';

/** The server program was found and does not run. */
export class ProgramDoesNotRun extends EmbeddedPostgresUnavailable {
  constructor(
    reason: string,
    readonly mayWorkElsewhere: boolean,
  ) {
    super(reason);
  }
}

/**
 * Asks the server program for its version, as the account that will run it, and gives the major version.
 * @throws ProgramDoesNotRun saying what stands in the way.
 */
export async function checkProgram(native: string, user?: ServerUser): Promise<number> {
  const program = programPath(native, 'postgres');
  if (!(await statIfThere(program))) throw new ProgramDoesNotRun(`${program} is missing`, true);
  const { exitCode, output, failure } = await runProgram(program, ['--version'], { user });
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
  if (exitCode === 0 && major) return Number(major);
  throw new ProgramDoesNotRun(explain(program, failure, output, user), failure?.code === 'EACCES');
}

function explain(
  program: string,
  failure: NodeJS.ErrnoException | undefined,
  output: string,
  user?: ServerUser,
): string {
  if (!failure && output.includes('shared librar')) return output;
  // The system hands a program it does not know to the shell, which then complains about its syntax.
  switch (failure ? failure.code : 'ENOEXEC') {
    case 'ENOENT':
      return `${program} needs the GNU C library, which this system (a musl one, such as Alpine?) does not have`;
    case 'EACCES':
      return `${program} may not be executed (is the folder on a disk mounted "noexec"?)`;
    case 'ENOEXEC':
      return `${program} is made for another kind of processor`;
    case 'EPERM':
    case 'EINVAL':
      return `this process is root but may not switch to the account ${user?.name ?? 'of the server'}, and PostgreSQL refuses to run as root`;
    default:
      return `${program} does not start (${errorText(failure)})`;
  }
}
