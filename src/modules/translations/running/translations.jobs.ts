import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RevisionReferences } from '#modules/content/index.js';
import { SpaceHooks } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { EventMap } from '#platform/events/events.js';
import { OnEvent } from '#platform/events/on-event.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { TranslationsRepository } from '../records/translations.repository.js';
import { RUN_TRANSLATION, RunQueue } from './run-queue.js';
import { TranslationRunWorker } from './translation-run-worker.js';

const SWEEP_TRANSLATIONS = 'translations.sweep';
/** Runs mostly wait for a provider. */
const RUNS_AT_ONCE = 6;
const RUNS_AT_ONCE_EACH = 3;

/** Translations in the background: at new content, and the look after runs whose process died. */
@Injectable()
export class TranslationsJobs implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly worker: TranslationRunWorker,
    private readonly queue: RunQueue,
    private readonly translations: TranslationsRepository,
    private readonly hooks: SpaceHooks,
    private readonly revisions: RevisionReferences,
  ) {}

  onModuleInit(): void {
    this.revisions.find.register((organizationId, ids) =>
      this.translations.findReferenced(organizationId, ids),
    );
    this.hooks.refuseTransfer.register(async (organizationId, spaceIds) => {
      const [title] = await this.translations.findBound(organizationId, spaceIds);
      return title === undefined
        ? null
        : `The space "${title}" is translated, or is a translation; delete the translation first, both spaces stay.`;
    });
  }

  /** A space that is itself a translation is followed too: none leads back to where it came from. */
  @OnEvent('space.content-updated', 'translations')
  async contentUpdated({ organizationId, spaceId }: EventMap['space.content-updated']): Promise<void> {
    for (const translationId of await this.translations.listToFollow(organizationId, spaceId))
      await this.queue.add({ organizationId, translationId, trigger: 'automatic', actorId: null });
  }

  /** The source may have changed while nothing was written to the space. */
  @OnEvent('space.unarchived', 'translations')
  async unarchived({ organizationId, spaceId }: EventMap['space.unarchived']): Promise<void> {
    const translationId = await this.translations.findAutomaticInto(organizationId, spaceId);
    if (translationId === null) return;
    await this.queue.add({ organizationId, translationId, trigger: 'automatic', actorId: null });
  }

  @OnJob(RUN_TRANSLATION, {
    timeoutSeconds: 6 * 3600,
    atOnce: RUNS_AT_ONCE,
    atOnceEach: RUNS_AT_ONCE_EACH,
  })
  run({ organizationId, translationId }: { organizationId: string; translationId: string }): Promise<void> {
    return this.worker.work(organizationId, translationId);
  }

  @Scheduled('* * * * *')
  async tick(): Promise<void> {
    await this.jobs.enqueue(SWEEP_TRANSLATIONS, {}, onceAt(this.clock.now()));
  }

  @OnJob(SWEEP_TRANSLATIONS)
  sweep(): Promise<void> {
    return this.worker.sweep();
  }
}
