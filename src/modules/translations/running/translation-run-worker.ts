import { Injectable } from '@nestjs/common';
import { type JSONDocument, serializeMarkdown } from '#modules/documents/index.js';
import { AgentInstructions } from '#modules/organizations/index.js';
import { Revisions } from '#modules/content/index.js';
import { SPACE_IS_ARCHIVED, Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { DomainError } from '#platform/http/errors.js';
import { Logger } from '#platform/logging/logger.js';
import { RunLost } from '#platform/runs/heartbeat.js';
import { RunWorker } from '#platform/runs/run-worker.js';
import { ProviderFailed } from '../providers/translation-provider.js';
import { type TranslationRun, TranslationRunsRepository } from '../records/translation-runs.repository.js';
import { type Translation, TranslationsRepository } from '../records/translations.repository.js';
import { LandTranslation } from './land-translation.js';
import { RunFailed } from './run-failed.js';
import { RunQueue } from './run-queue.js';
import { RunWatch } from './run-watch.js';
import { TranslateContent } from './translate-content.js';

/** Carries out translations. What was translated is remembered at once: a run that is tried again pays for nothing twice. */
@Injectable()
export class TranslationRunWorker extends RunWorker<TranslationRun, RunWatch> {
  constructor(
    runs: TranslationRunsRepository,
    private readonly translations: TranslationsRepository,
    private readonly translate: TranslateContent,
    private readonly landing: LandTranslation,
    private readonly queue: RunQueue,
    private readonly spaces: Spaces,
    private readonly revisions: Revisions,
    private readonly instructions: AgentInstructions,
    clock: Clock,
    logger: Logger,
  ) {
    const expected = [RunFailed, ProviderFailed, DomainError];
    super({ name: 'A translation', keptDays: 90, expected }, runs, clock, logger);
  }

  protected begin(run: TranslationRun): RunWatch {
    return new RunWatch((progress, cost) => this.queue.heartbeat(run, progress, cost));
  }

  protected fail(run: TranslationRun, error: string): Promise<boolean> {
    return this.queue.end(run, { error });
  }

  protected enqueue(run: TranslationRun): Promise<void> {
    return this.queue.wake(run);
  }

  protected async execute(run: TranslationRun, watch: RunWatch): Promise<void> {
    const { organizationId } = run;
    const translation = await this.translations.find(organizationId, run.translationId);
    if (!translation) throw new RunLost();
    const { sourceSpaceId, sourceLanguage, language, spaceId } = translation;
    const ids = spaceId === null ? [sourceSpaceId] : [sourceSpaceId, spaceId];
    const records = await this.spaces.findRecords(organizationId, ids);
    const source = records.get(sourceSpaceId);
    if (!source || source.deletedAt !== null)
      throw new RunFailed('The source space was deleted; restore it to have it translated.');
    // A translated space that is not there yet is made as a copy of the source.
    const written = records.get(spaceId ?? '');
    const refusing = written?.deletedAt === null ? written : source;
    if (refusing.archivedAt !== null) throw new RunFailed(`“${refusing.title}”: ${SPACE_IS_ARCHIVED}`);
    const task = {
      ...{ organizationId, source: sourceLanguage, target: language },
      instructions: await this.instructionsFor(translation),
    };
    const former = await this.formerOf(translation);
    const made = await this.translate
      .execute(task, { spaceId: source.id, snapshot: source.snapshot }, former, watch)
      // However it ended, it is paid.
      .finally(() => watch.beat());
    watch.check();
    await this.landing.land(run, source, made, watch.usage);
  }

  /** Output of the previous run; null before the first one. */
  private async formerOf({ organizationId, machineRevisionId }: Translation): Promise<string | null> {
    if (machineRevisionId === null) return null;
    return (await this.revisions.findRevision(organizationId, machineRevisionId))?.snapshot ?? null;
  }

  /** Of the translation, then of the organization. */
  private async instructionsFor({ organizationId, instructions }: Translation): Promise<string> {
    const general = await this.instructions.documentFor(organizationId);
    const markdown = (document: JSONDocument | null) => (document ? serializeMarkdown(document).trim() : '');
    return [markdown(instructions), markdown(general)].filter((text) => text !== '').join('\n\n');
  }
}
