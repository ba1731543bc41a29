import { basename, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Api } from './api.js';
import { CliError } from './cli-error.js';
import { followRun, type Report } from './follow-run.js';
import type { Output } from './output.js';
import { packFolder } from './pack-folder.js';
import { publish } from './publish.js';
import { countKinds, describeWarnings } from './warnings.js';

export interface ImportCommand {
  org?: string;
  space?: string;
  title?: string;
  ref?: string;
  publish?: boolean;
}

interface Space {
  id: string;
  title: string;
  organization: string;
}

const MAX_TITLE_LENGTH = 50;

/** `bindery import`: a folder or repository into a space, which is made when none is named. */
export async function runImport(
  api: Api,
  output: Output,
  source: string,
  options: ImportCommand,
): Promise<void> {
  const isRemote = /^[a-z][a-z0-9+.-]*:\/\//i.test(source) || /^[^/\\]+@[^/\\]+:/.test(source);
  if (isRemote && !/^https?:\/\//i.test(source))
    throw new CliError('Repositories are read over https:// only.');
  if (options.space && options.title) throw new CliError('Give either --space or --title, not both.');
  const archive = isRemote ? undefined : await packFolder(resolve(source));
  const space = options.space
    ? await api.get<Space>(`spaces/${encodeURIComponent(options.space)}`)
    : await makeSpace(api, options, source);
  const report = await transfer(api, output, { space, source, archive, ref: options.ref }).catch(
    async (error: unknown) => {
      // A space that was only made for this import is of no use without it.
      if (!options.space) await api.delete(`spaces/${space.id}`).catch(() => undefined);
      throw error;
    },
  );
  const site = options.publish ? await publish(api, output, space) : undefined;
  output.result(site ? { ...report, site } : report, describe(report, space, site));
}

async function transfer(
  api: Api,
  output: Output,
  { space, source, archive, ref }: { space: Space; source: string; archive?: Readable; ref?: string },
): Promise<Report> {
  output.progress('Sending…');
  const runId = archive
    ? (await api.upload<{ id: string }>(`spaces/${space.id}/content/import`, 'application/gzip', archive)).id
    : await startRemote(api, space, source, ref);
  return followRun(api, output, space.id, runId);
}

async function startRemote(api: Api, space: Space, url: string, ref: string | undefined): Promise<string> {
  const { locationId } = await api.start(`spaces/${space.id}/git/import`, { url, ref: ref ?? 'HEAD' });
  if (!locationId) throw new CliError('The server does not tell how the import goes.');
  return locationId;
}

async function makeSpace(api: Api, options: ImportCommand, source: string): Promise<Space> {
  const organization = options.org ?? (await onlyOrganization(api));
  const title = (options.title ?? titleOf(source)).slice(0, MAX_TITLE_LENGTH);
  return api.post<Space>(`orgs/${encodeURIComponent(organization)}/spaces`, { title, empty: true });
}

async function onlyOrganization(api: Api): Promise<string> {
  const { items } = await api.get<{ items: { id: string; title: string }[] }>('orgs');
  const [first, ...others] = items;
  if (!first) throw new CliError('You are in no organization.');
  if (others.length === 0) return first.id;
  const list = items.map(({ id, title }) => `${id} (${title})`).join(', ');
  throw new CliError(`You are in several organizations; choose one with --org: ${list}.`);
}

function titleOf(source: string): string {
  const name = basename(source.replace(/[\\/]+$/, '').replace(/\.git$/, '') || '.');
  const words = (name === '.' || name === '..' ? basename(resolve(source)) : name)
    .replace(/[-_]+/g, ' ')
    .trim();
  return words === '' ? 'Documentation' : words.charAt(0).toUpperCase() + words.slice(1);
}

function describe(report: Report, space: Space, site?: { url: string }): string[] {
  const { warnings } = report;
  const counts = countKinds(warnings).map(([kind, count]) => `${count} ${kind}`);
  const sum = warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`;
  return [
    ...describeWarnings(warnings),
    `Imported ${report.pages} pages and ${report.files} files into "${space.title}", with ${sum}${counts.length > 1 ? ` (${counts.join(', ')})` : ''}.`,
    `Space: ${report.space}`,
    `Revision: ${report.revision}`,
    ...(site ? [`Site: ${site.url}`] : []),
  ];
}
