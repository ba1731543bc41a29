import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ArchiveError, unpack } from '#platform/archive/archive.js';
import type { Api } from './api.js';
import { CliError } from './cli-error.js';
import type { Output } from './output.js';

export interface ExportCommand {
  space: string;
  changeRequest?: string;
  revision?: string;
}

/** `bindery export`: the content of a space as a folder. Files that are there and not part of it stay. */
export async function runExport(
  api: Api,
  output: Output,
  folder: string,
  { space, changeRequest, revision }: ExportCommand,
): Promise<void> {
  if (changeRequest && revision) throw new CliError('Give either --change-request or --revision, not both.');
  output.progress('Fetching…');
  const place = `spaces/${encodeURIComponent(space)}`;
  const line = changeRequest ? `/change-requests/${encodeURIComponent(changeRequest)}` : '';
  const query = revision ? `?revision=${encodeURIComponent(revision)}` : '';
  const stream = await api.download(`${place}${line}/content/export${query}`);
  const target = resolve(folder);
  try {
    await mkdir(target, { recursive: true });
    const files = await unpack(stream, target);
    output.result({ space, folder: target, files }, [`Exported ${files} files to ${target}.`]);
  } catch (error) {
    if (error instanceof ArchiveError) throw new CliError('The server broke off; export again.');
    throw new CliError(`The folder ${target} cannot be written: ${(error as Error).message}.`);
  }
}
