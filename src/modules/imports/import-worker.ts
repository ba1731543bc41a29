import { Injectable } from '@nestjs/common';
import {
  type FolderImage,
  FolderImages,
  ImportFailed,
  type ImportWarning,
  walkImage,
} from '#modules/git/index.js';
import { Uploads } from '#modules/storage/index.js';
import { UserTokens } from '#modules/users/index.js';
import { ArchiveError } from '#platform/archive/archive-error.js';
import { withTemporaryFolder } from '#platform/archive/archive.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { DomainError } from '#platform/http/errors.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { Logger } from '#platform/logging/logger.js';
import { RunWorker } from '#platform/runs/run-worker.js';
import { type Converter, Converters } from './conversion/converter.js';
import { ReadFiles } from './files/read-files.js';
import { ImportProgress } from './import-progress.js';
import { type ImportRun, ImportsRepository } from './imports.repository.js';
import { LandImport } from './land-import.js';
import type { SourceFolder } from './source-folder.js';
import { ReadWebsite } from './website/read-website.js';

export const RUN_IMPORT = 'imports.run';
const MAX_NOTES = 5;

/** Carries out imports. */
@Injectable()
export class ImportWorker extends RunWorker<ImportRun, ImportProgress> {
  constructor(
    private readonly runs: ImportsRepository,
    private readonly readFiles: ReadFiles,
    private readonly readWebsite: ReadWebsite,
    private readonly converters: Converters,
    private readonly images: FolderImages,
    private readonly landing: LandImport,
    private readonly uploads: Uploads,
    private readonly tokens: UserTokens,
    private readonly jobs: Jobs,
    clock: Clock,
    logger: Logger,
  ) {
    const expected = [ImportFailed, ArchiveError, DomainError];
    super({ name: 'An import', keptDays: 30, expected }, runs, clock, logger);
  }

  protected begin(run: ImportRun): ImportProgress {
    return new ImportProgress((items) => this.runs.saveProgress(run, items, this.clock.now()));
  }

  protected execute(run: ImportRun, progress: ImportProgress): Promise<void> {
    return withTemporaryFolder((folder) => this.carryOut(run, folder, progress));
  }

  protected fail(run: ImportRun, error: string, progress?: ImportProgress): Promise<boolean> {
    return this.runs.finish(run, { status: 'failed', error }, progress?.report ?? [], this.clock.now());
  }

  protected async enqueue({ organizationId, id: runId }: ImportRun): Promise<void> {
    await this.jobs.enqueue(
      RUN_IMPORT,
      { organizationId, runId },
      { singletonKey: `${RUN_IMPORT}:${runId}` },
    );
  }

  private async carryOut(run: ImportRun, folder: string, progress: ImportProgress): Promise<void> {
    const actor = await this.actorOf(run);
    const warnings: ImportWarning[] = [];
    const converter = this.converters.open(progress.signal);
    const source = await this.read(run, folder, progress, converter, warnings).finally(() => converter.end());
    const image = await this.images.readNew(run.organizationId, source.folder, warnings, () =>
      progress.check(),
    );
    report(progress, source, image, warnings);
    if (image.pages.length === 0 && image.files.length === 0)
      throw new ImportFailed(
        progress.report.length > 0
          ? 'There was nothing to import; the report tells why.'
          : 'There was nothing to import: what was uploaded holds no file that can be a page or an image.',
      );
    progress.check();
    await progress.end();
    await this.landing.land(actor, run, image, progress.report);
  }

  private async read(
    run: ImportRun,
    folder: string,
    progress: ImportProgress,
    converter: Converter,
    warnings: ImportWarning[],
  ): Promise<SourceFolder> {
    const { source, organizationId, actorId } = run;
    if (source.type === 'website') return this.readWebsite.read(source.url, folder, progress, converter);
    const { files } = source;
    const uploads = await this.uploads.requireUpload(
      organizationId,
      actorId,
      'import_file',
      files,
      'source.files',
    );
    return this.readFiles.read(uploads, folder, progress, converter, warnings);
  }

  private async actorOf({ actorId }: ImportRun): Promise<Actor> {
    const actor = await this.tokens.findActor(actorId);
    if (!actor) throw new ImportFailed('The user who started this import was deleted.');
    return actor;
  }
}

/** Notes for each item which page it became, and what of it was lost. */
function report(
  progress: ImportProgress,
  { items }: SourceFolder,
  image: FolderImage,
  warnings: readonly ImportWarning[],
): void {
  const notes = new Map<number, string[]>();
  const others = new Map<string, string[]>();
  for (const { file, kind, message } of warnings) {
    const position = items.get(file);
    if (kind === 'unreadable') progress.fail(position ?? progress.add(file), message);
    else if (position !== undefined) notes.set(position, [...(notes.get(position) ?? []), message]);
    else if (kind === 'too-large') progress.fail(progress.add(file), message);
    else others.set(file, [...(others.get(file) ?? []), message]);
  }
  // Other files have messages too: summary entries with missing targets, settings that cannot be read.
  for (const [file, messages] of others)
    progress.update(progress.add(file), { status: 'completed', reason: summary(null, messages) ?? null });
  for (const page of walkImage(image.pages)) {
    const position = items.get(page.fields?.git?.path ?? '');
    if (position === undefined) continue;
    const reason = summary(progress.report[position]?.reason, notes.get(position) ?? []);
    progress.update(position, {
      status: 'completed',
      title: page.title,
      pageId: page.id,
      ...(reason ? { reason } : {}),
    });
  }
  for (const { position, status } of progress.report)
    if (status === 'pending') progress.skip(position, 'Nothing lists this file as a page or links to it.');
}

function summary(before: string | null | undefined, notes: readonly string[]): string | undefined {
  const more = notes.length - MAX_NOTES;
  const all = [
    ...(before ? [before] : []),
    ...notes.slice(0, MAX_NOTES),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ];
  return all.length > 0 ? all.join(' ') : undefined;
}
