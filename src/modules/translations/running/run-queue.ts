import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { newId } from '#platform/ids/ids.js';
import { Jobs } from '#platform/jobs/jobs.js';
import type { TranslationUsage } from '../providers/translation-provider.js';
import type { RunTrigger } from '../records/translation-run.entity.js';
import {
  type ClaimedTranslationRun,
  type RunOutcome,
  type TranslationRun,
  TranslationRunsRepository,
} from '../records/translation-runs.repository.js';
import { TranslationsRepository } from '../records/translations.repository.js';

export const RUN_TRANSLATION = 'translations.run';
/** Edits come in series: those within this time are translated together. */
const PAUSE_SECONDS = 10;

interface RunRequest extends Pick<TranslationRun, 'organizationId' | 'translationId'> {
  trigger: RunTrigger;
  /** The user who asks; null for automatic runs. */
  actorId: string | null;
}

/** Runs that wait: at most one of each translation, beside the one that is worked on. */
@Injectable()
export class RunQueue {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly runs: TranslationRunsRepository,
    private readonly translations: TranslationsRepository,
  ) {}

  /**
   * Has a translation run once more; in the transaction of what calls for it, where there is one. What somebody asks for does not wait
   * until the editing ends, and takes the place of what waits for that.
   */
  async add(request: RunRequest): Promise<void> {
    const now = this.clock.now();
    await this.db.transaction(async () => {
      await this.runs.add({ id: newId(now.getTime()), ...request }, now);
      await this.wake(request, request.trigger === 'automatic' ? PAUSE_SECONDS : 0);
    });
  }

  /** Ends a run, and sees to the one that waited for that; false when the run is no longer this process's. */
  end(run: ClaimedTranslationRun, outcome: RunOutcome): Promise<boolean> {
    return this.db.transaction(async () => {
      const isHeld = await this.runs.finish(run, outcome, this.clock.now());
      if (isHeld && (await this.runs.hasPending(run.organizationId, run.translationId))) await this.wake(run);
      return isHeld;
    });
  }

  /**
   * Gives a sign of life of a run and notes what it paid since the last one, for itself and for its translation; false when it is no
   * longer this process's, which has paid all the same.
   */
  heartbeat(
    run: ClaimedTranslationRun,
    progress: { done: number; of: number },
    cost: TranslationUsage,
  ): Promise<boolean> {
    const { organizationId, translationId } = run;
    return this.db.transaction(async () => {
      if (Object.values(cost).some((paid) => paid > 0)) {
        await this.translations.addCost({ organizationId, id: translationId }, cost);
        await this.runs.addCost(run, cost);
      }
      return this.runs.heartbeat(run, progress, this.clock.now());
    });
  }

  /** Has somebody look what there is to do for a translation. */
  async wake(
    { organizationId, translationId }: Pick<TranslationRun, 'organizationId' | 'translationId'>,
    afterSeconds = 0,
  ): Promise<void> {
    const key = `${organizationId}:${translationId}`;
    const singletonKey = afterSeconds === 0 ? key : `${key}:later`;
    const options = { singletonKey, startAfterSeconds: afterSeconds };
    await this.jobs.enqueue(RUN_TRANSLATION, { organizationId, translationId }, options);
  }
}
