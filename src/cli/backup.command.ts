import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  BackupError,
  type BackupReport,
  backupName,
  readBackup,
  requireEmpty,
  requireKnownVersion,
  restoreBackup,
  writeBackup,
} from '#modules/backups/index.js';
import { StoredFiles } from '#modules/storage/index.js';
import type { Config } from '#platform/config/env.js';
import { FINGERPRINT, hasKeyOf } from '#platform/secrets/secret-box.js';
import { CliError } from './cli-error.js';
import { withDatabase } from './installation.js';
import type { Output } from './output.js';

/** Names of files that a report lists at most. */
const LISTED = 10;

/** `bindery backup`: writes everything of this installation to a file, beside a running server. */
export async function runBackup(output: Output, path: string): Promise<void> {
  const target = await targetOf(path);
  const report = await told(() =>
    withDatabase((config, dataSource) =>
      withFiles(config, (files) =>
        writeBackup(target, { dataSource, files }, (step) => output.progress(`${step}…`)),
      ),
    ),
  );
  output.result({ file: target, ...summaryOf(report) }, [
    ...linesOf(report),
    `Wrote ${target} (${report.bytes} bytes).`,
    'The key of secrets is not in it: keep SECRETS_KEY, or secrets.key of DATA_DIR, in another place.',
  ]);
}

/** `bindery verify`: checks the sums and counts of a backup. */
export async function runVerify(output: Output, path: string): Promise<void> {
  const report = await told(() => readBackup(resolve(path), {}, (step) => output.progress(`${step}…`)));
  output.result({ file: resolve(path), ...summaryOf(report) }, [...linesOf(report), 'The backup is whole.']);
}

/** `bindery restore`: puts a backup into an empty installation. Nothing is written before the whole file was checked. */
export async function runRestore(output: Output, path: string): Promise<void> {
  const file = resolve(path);
  await told(async () => {
    const { header } = await readBackup(file, {}, (step) => output.progress(`Checking: ${step}…`));
    requireKnownVersion(header);
    await withDatabase(async (config, dataSource) => {
      await requireEmpty(dataSource);
      const report = await withFiles(config, (files) =>
        restoreBackup(file, { dataSource, files }, (step) => output.progress(`Restoring: ${step}…`)),
      );
      const { migrations } = report;
      const [stored] = await dataSource.query<{ value: string }[]>(
        'select value from installation_settings where key = $1',
        [FINGERPRINT],
      );
      const needsKey = stored !== undefined && !(await hasKeyOf(stored.value, config));
      output.result({ file, ...summaryOf(report), migrations, needsKey }, [
        ...linesOf(report),
        ...(migrations.length > 0
          ? [`The database was brought up to date: ${migrations.length} migrations ran.`]
          : []),
        ...(needsKey
          ? [
              'Secrets of integrations cannot be read yet: set SECRETS_KEY to the key of the installation that was backed up, or put its file secrets.key into DATA_DIR.',
            ]
          : []),
        'The installation is restored. Start the server.',
      ]);
    });
  });
}

/** A file, or for a folder a file in it with the time in its name. */
async function targetOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return resolve(found?.isDirectory() ? join(path, backupName(new Date())) : path);
}

async function withFiles<T>(config: Config, work: (files: StoredFiles) => Promise<T>): Promise<T> {
  const files = new StoredFiles(config);
  try {
    return await work(files);
  } finally {
    await files.close();
  }
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof BackupError ? new CliError(error.message) : error;
  }
}

function summaryOf({ header, manifest, bytes }: BackupReport): object {
  const { version, createdAt } = header;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return {
    version,
    createdAt,
    bytes,
    tables: Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows])),
    rows,
    files: manifest.files,
    missing: manifest.missing,
    damaged: Object.keys(manifest.damaged),
  };
}

function linesOf({ header, manifest }: BackupReport): string[] {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { count, bytes } = manifest.files;
  return [
    `State of ${header.createdAt}, of Bindery ${header.version}: ${rows} rows of ${manifest.tables.length} tables, ${count} files (${bytes} bytes).`,
    ...namesOf('was missing in the storage', 'were missing in the storage', manifest.missing),
    ...namesOf('was damaged in the storage', 'were damaged in the storage', Object.keys(manifest.damaged)),
  ];
}

function namesOf(one: string, more: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const listed = names.slice(0, LISTED).join(', ');
  const rest = names.length > LISTED ? ' and others' : '';
  return [`${names.length} file${names.length === 1 ? ` ${one}` : `s ${more}`} already: ${listed}${rest}.`];
}
