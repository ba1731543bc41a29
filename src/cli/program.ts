import { Command, CommanderError } from 'commander';
import { ConfigError, readCliEnv } from '#platform/config/env.js';
import { EmbeddedPostgresError } from '#platform/database/embedded/errors.js';
import { readVersion } from '#platform/health/version.js';
import { DomainError } from '#platform/http/errors.js';
import { Api } from './api.js';
import { CliError } from './cli-error.js';
import { type ExportCommand, runExport } from './export.command.js';
import { type ImportCommand, runImport } from './import.command.js';
import { runLogin } from './login.command.js';
import { Output, type Streams } from './output.js';

interface GlobalOptions {
  url?: string;
  token?: string;
  json?: boolean;
}

/**
 * Runs one command line.
 * @param args without the program's own name.
 * @returns the exit status: 0 only when the command is done.
 */
export async function runCli(args: readonly string[], streams: Streams): Promise<number> {
  const program = buildProgram(streams);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // The parser has said what is wrong; help and version end this way, too.
    if (error instanceof CommanderError) return error.exitCode;
    new Output(streams, false).error(describe(error));
    return 1;
  }
}

function describe(error: unknown): string {
  const isExpected = [CliError, ConfigError, EmbeddedPostgresError, DomainError].some(
    (kind) => error instanceof kind,
  );
  if (isExpected && error instanceof Error) return error.message;
  return `Something went wrong: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function buildProgram(streams: Streams): Command {
  const program = new Command('bindery');
  program
    .description('Import, export and look after Bindery.')
    .version(readVersion())
    .option('--url <url>', 'address of the server (BINDERY_URL, else http://localhost:3000)')
    .option('--token <token>', 'personal token (BINDERY_TOKEN)')
    .option('--json', 'print one JSON object; everything else goes to standard error')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void streams.out.write(text),
      writeErr: (text) => void streams.err.write(text),
    });
  addLogin(program, streams);
  addTransfer(program, streams);
  addInstallation(program, streams);
  return program;
}

/** Also after the command's own name, where people write options. */
function withCommonOptions(command: Command): Command {
  return command
    .option('--url <url>', 'address of the server')
    .option('--token <token>', 'personal token')
    .option('--json', 'print one JSON object');
}

function contextOf(command: Command, streams: Streams): { api: Api; output: Output } {
  const { url, token, json } = command.optsWithGlobals<GlobalOptions>();
  const environment = readCliEnv();
  const base = url ?? environment.url;
  if (!URL.canParse(base) || !/^https?:/.test(base))
    throw new CliError('--url must be an http or https address.');
  return { api: new Api(base, token ?? environment.token), output: new Output(streams, json ?? false) };
}

function addLogin(program: Command, streams: Streams): void {
  withCommonOptions(program.command('login'))
    .description('sign in with a browser, by single sign-on too; prints a token')
    .option('--code <code>', 'the code that the browser shows; asked for when absent')
    .action(async (options: { code?: string }, command: Command) => {
      const { api, output } = contextOf(command, streams);
      await runLogin(api, output, options);
    });
}

function addTransfer(program: Command, streams: Streams): void {
  withCommonOptions(program.command('import <source>'))
    .description('import a folder, or a Git repository by its https address, into a space')
    .option('--org <id>', 'organization of a new space')
    .option('--space <id>', 'space to import into; a new one when absent')
    .option('--title <title>', 'title of the new space')
    .option('--ref <ref>', 'branch or tag of the repository')
    .option('--publish', 'also publish a site that shows the space')
    .action(async (source: string, options: ImportCommand, command: Command) => {
      const { api, output } = contextOf(command, streams);
      await runImport(api, output, source, options);
    });
  withCommonOptions(program.command('export <folder>'))
    .description('write the content of a space into a folder')
    .requiredOption('--space <id>', 'space to export')
    .option('--change-request <id>', 'as a change request (its id or number) has it')
    .option('--revision <id>', 'as it was at a revision')
    .action(async (folder: string, options: ExportCommand, command: Command) => {
      const { api, output } = contextOf(command, streams);
      await runExport(api, output, folder, options);
    });
}

/** These work on the installation itself and load much more, so they are loaded when they are called. */
function addInstallation(program: Command, streams: Streams): void {
  const outputOf = (command: Command): Output =>
    new Output(streams, command.optsWithGlobals<GlobalOptions>().json ?? false);
  program
    .command('token')
    .description('personal tokens of this installation')
    .command('create')
    .description('make a token for a user')
    .requiredOption('--user <email>', 'address of the user')
    .option('--label <label>', 'name of the token', 'command line')
    .option('--json', 'print one JSON object')
    .action(async (options: { user: string; label: string }, command: Command) => {
      const { runTokenCreate } = await import('./token.command.js');
      await runTokenCreate(outputOf(command), options);
    });
  program
    .command('user')
    .description('people of this installation')
    .command('password-link')
    .description('print a link with which a user signs in once, and sets a password')
    .requiredOption('--user <email>', 'address of the user')
    .option('--hours <hours>', 'hours for which the link is good', '24')
    .option('--json', 'print one JSON object')
    .action(async (options: { user: string; hours: string }, command: Command) => {
      const { runPasswordLink } = await import('./user.command.js');
      await runPasswordLink(outputOf(command), options);
    });
  addOperator(program, outputOf);
  addBackup(program, outputOf);
  program
    .command('migrate')
    .description('bring the database of this installation up to date')
    .option('--json', 'print one JSON object')
    .action(async (_: object, command: Command) => {
      const { runMigrate } = await import('./migrate.command.js');
      await runMigrate(outputOf(command));
    });
}

function addBackup(program: Command, outputOf: (command: Command) => Output): void {
  program
    .command('backup <file>')
    .description(
      'write everything of this installation to a file, or into a folder under a name with the time',
    )
    .option('--json', 'print one JSON object')
    .action(async (file: string, _: object, command: Command) => {
      const { runBackup } = await import('./backup.command.js');
      await runBackup(outputOf(command), file);
    });
  program
    .command('verify <file>')
    .description('check a backup without restoring it')
    .option('--json', 'print one JSON object')
    .action(async (file: string, _: object, command: Command) => {
      const { runVerify } = await import('./backup.command.js');
      await runVerify(outputOf(command), file);
    });
  program
    .command('restore <file>')
    .description('put a backup into an empty installation')
    .option('--json', 'print one JSON object')
    .action(async (file: string, _: object, command: Command) => {
      const { runRestore } = await import('./backup.command.js');
      await runRestore(outputOf(command), file);
    });
}

function addOperator(program: Command, outputOf: (command: Command) => Output): void {
  const operator = program.command('operator').description('people who look after this installation');
  operator
    .command('add')
    .description('make a user an operator')
    .requiredOption('--user <email>', 'address of the user')
    .option('--json', 'print one JSON object')
    .action(async (options: { user: string }, command: Command) => {
      const { runOperatorAdd } = await import('./operator.command.js');
      await runOperatorAdd(outputOf(command), options);
    });
  operator
    .command('remove')
    .description('take the office away from a user; never from the last operator')
    .requiredOption('--user <email>', 'address of the user')
    .option('--json', 'print one JSON object')
    .action(async (options: { user: string }, command: Command) => {
      const { runOperatorRemove } = await import('./operator.command.js');
      await runOperatorRemove(outputOf(command), options);
    });
  operator
    .command('list')
    .description('print who is an operator')
    .option('--json', 'print one JSON object')
    .action(async (_: object, command: Command) => {
      const { runOperatorList } = await import('./operator.command.js');
      await runOperatorList(outputOf(command));
    });
}
