import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { type JSONDocument, serializeMarkdown } from '#modules/documents/index.js';
import { AgentInstructions } from '#modules/organizations/index.js';
import { RevisionService } from '#modules/content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { DomainError } from '#platform/http/errors.js';
import { Logger } from '#platform/logging/logger.js';
import { ProviderFailed } from '../providers/translation-provider.js';
import { type TranslationRun, TranslationRunsRepository } from '../records/translation-runs.repository.js';
import { type Translation, TranslationsRepository } from '../records/translations.repository.js';
import { LandTranslation } from './land-translation.js';
import { RunFailed } from './run-failed.js';
import { RunQueue } from './run-queue.js';
import { RunStopped, RunWatch } from './run-watch.js';
import { TranslateContent } from './translate-content.js';

/** Attempts after which a run that keeps breaking off is given up. */
export const MAX_ATTEMPTS = 3;
/** A process that says nothing for so long has died. */
export const HEARTBEAT_TIMEOUT_MS = 60_000;

/** The process ends: another one, or this one when it is back, goes on. */
class ShuttingDown extends Error {}

/** Carries out runs. What was translated is remembered at once: a run that is tried again pays for nothing twice. */
@Injectable()
export class TranslationRunWorker implements BeforeApplicationShutdown {
  private readonly running = new Map<string, RunWatch>();
  private isEnding = false;

  constructor(
    private readonly runs: TranslationRunsRepository,
    private readonly translations: TranslationsRepository,
    private readonly translate: TranslateContent,
    private readonly landing: LandTranslation,
    private readonly queue: RunQueue,
    private readonly spaces: Spaces,
    private readonly revisions: RevisionService,
    private readonly instructions: AgentInstructions,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  beforeApplicationShutdown(): void {
    this.isEnding = true;
    for (const watch of this.running.values()) watch.stop(new ShuttingDown('The process ends.'));
  }

  /** Ends the work on a translation at once, when this process does it; others notice at their next step. */
  stop(translationId: string): void {
    this.running.get(translationId)?.stop(new RunStopped());
  }

  /**
   * Does what there is to do for a translation and notes how it ended. Quiet when there is nothing, or it is in other
   * hands.
   * @throws what was not foreseen, for another attempt; after the last one the run has failed.
   */
  async work(organizationId: string, translationId: string): Promise<void> {
    // Jobs go on until all connections are closed; the sweep has somebody else take what was put aside.
    if (this.isEnding) return;
    const now = this.clock.now();
    const cutoff = new Date(now.getTime() - HEARTBEAT_TIMEOUT_MS);
    const limits = { cutoff, mostAttempts: MAX_ATTEMPTS };
    const run = await this.runs.claim(organizationId, translationId, now, limits);
    if (!run) return;
    const watch = new RunWatch((progress, cost) => this.queue.heartbeat(run, progress, cost));
    this.running.set(translationId, watch);
    try {
      await this.execute(run, watch);
    } catch (error) {
      await watch.end();
      await this.settle(run, watch.signal.reason ?? error);
    } finally {
      await watch.end();
      this.running.delete(translationId);
    }
  }

  private async execute(run: TranslationRun, watch: RunWatch): Promise<void> {
    const { organizationId } = run;
    const translation = await this.translations.find(organizationId, run.translationId);
    if (!translation) throw new RunStopped();
    const { sourceSpaceId, sourceLanguage, language } = translation;
    const source = (await this.spaces.findRecords(organizationId, [sourceSpaceId])).get(sourceSpaceId);
    if (!source || source.deletedAt !== null)
      throw new RunFailed('The source space was deleted; restore it to have it translated.');
    const task = {
      ...{ organizationId, source: sourceLanguage, target: language },
      instructions: await this.instructionsFor(translation),
    };
    const former = await this.formerOf(translation);
    const made = await this.translate
      .execute(task, { spaceId: source.id, snapshot: source.snapshot }, former, watch)
      // However it ended, it is paid.
      .finally(() => watch.heartbeat());
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

  private async settle(run: TranslationRun, error: unknown): Promise<void> {
    if (error instanceof RunStopped) return;
    const isExpected = [RunFailed, ProviderFailed, DomainError].some((kind) => error instanceof kind);
    if (isExpected && error instanceof Error) return this.fail(run, error.message);
    const isShutdown = error instanceof ShuttingDown;
    if (isShutdown || run.attempts < MAX_ATTEMPTS) {
      await this.runs.release(run, { isCounted: !isShutdown });
      throw error;
    }
    this.logger.error('A translation failed for good', { err: error, runId: run.id });
    await this.fail(run, 'Something went wrong inside of Bindery; its log tells more.');
  }

  private async fail(run: TranslationRun, error: string): Promise<void> {
    await this.queue.end(run, { error });
  }
}
