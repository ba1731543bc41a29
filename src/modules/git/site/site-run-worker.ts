import { Injectable } from '@nestjs/common';
import { UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { DomainError } from '#platform/http/errors.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { onceAt, Scheduled } from '#platform/jobs/scheduled.js';
import { Logger } from '#platform/logging/logger.js';
import { RunLost } from '#platform/runs/heartbeat.js';
import { RunWorker } from '#platform/runs/run-worker.js';
import { ImportFailed } from '../git.errors.js';
import { RunProgress } from '../runs/progress.js';
import { SitePartsHook } from './site-parts.js';
import { SITE_RUN_JOB, SiteRuns } from './site-runs.service.js';
import { type SiteRun, SiteRunsRepository } from './site-runs.repository.js';
import { SiteStopped } from './site-stopped.js';

const SWEEP_JOB = 'git.site-sweep';

/** Carries out the runs of sites, and looks after those whose process died. */
@Injectable()
export class SiteRunWorker extends RunWorker<SiteRun, RunProgress> {
  constructor(
    private readonly rows: SiteRunsRepository,
    private readonly runs: SiteRuns,
    private readonly tokens: UserTokens,
    private readonly parts: SitePartsHook,
    private readonly jobs: Jobs,
    clock: Clock,
    logger: Logger,
  ) {
    super(
      { name: 'A sync of a site', keptDays: 30, expected: [ImportFailed, DomainError] },
      rows,
      clock,
      logger,
    );
  }

  @OnJob(SITE_RUN_JOB, { timeoutSeconds: 1800, atOnce: 2, atOnceEach: 1 })
  run({ organizationId, runId }: { organizationId: string; runId: string }): Promise<void> {
    return this.work(organizationId, runId);
  }

  @Scheduled('* * * * *')
  async tick(): Promise<void> {
    await this.jobs.enqueue(SWEEP_JOB, {}, onceAt(this.clock.now()));
  }

  @OnJob(SWEEP_JOB)
  override sweep(): Promise<void> {
    return super.sweep();
  }

  protected begin(run: SiteRun): RunProgress {
    return new RunProgress((progress) => this.rows.progress(run, progress, this.clock.now()));
  }

  protected async execute(run: SiteRun, progress: RunProgress): Promise<void> {
    try {
      const report = await this.runs.carryOut(run, {
        onProgress: (stage) => progress.report(stage, 0, 1),
        authorize: () => this.requireClaim(run),
        signal: progress.signal,
      });
      await progress.end();
      await this.rows.finish(run, { report, error: null }, this.clock.now());
    } catch (error) {
      if (!(error instanceof SiteStopped) || error.report === null || progress.signal.aborted) throw error;
      await progress.end();
      await this.rows.finish(run, { report: error.report, error: error.message }, this.clock.now());
    }
  }

  protected fail(run: SiteRun, error: string): Promise<boolean> {
    return this.rows.finish(run, { report: null, error }, this.clock.now());
  }

  protected async enqueue({ organizationId, id: runId }: SiteRun): Promise<void> {
    await this.jobs.enqueue(
      SITE_RUN_JOB,
      { organizationId, runId },
      { singletonKey: `${SITE_RUN_JOB}:${runId}` },
    );
  }

  /** Tells whether this process still has the run, and who connected the site may still change it. */
  private async requireClaim(run: SiteRun): Promise<void> {
    if (!(await this.rows.isHeld(run))) throw new RunLost();
    const actor = await this.tokens.findActor(run.actorId);
    if (!actor) throw new ImportFailed('The user who connected the site was deleted.');
    await this.parts.get().require(actor, run, 'manage');
  }
}
