import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { TextPresence } from './text-presence.js';

const SWEEP_PRESENCES = 'editing.sweep-presences';

/** Removes editors that were closed without a word. */
@Injectable()
export class PresenceJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly presence: TextPresence,
  ) {}

  @Scheduled('* * * * *')
  async tick(): Promise<void> {
    await this.jobs.enqueue(SWEEP_PRESENCES, {}, onceAt(this.clock.now()));
  }

  @OnJob(SWEEP_PRESENCES)
  sweep(): Promise<void> {
    return this.presence.removeGone();
  }
}
