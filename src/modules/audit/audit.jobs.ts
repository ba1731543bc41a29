import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { AuditEventsRepository } from './audit-events.repository.js';
import { InstallationLog } from './installation-log.js';

export const DELETE_EXPIRED_EVENTS = 'audit.forget';
const DAY = 24 * 60 * 60_000;
const BATCH = 10_000;

/** Deletes events of the logs that are older than AUDIT_RETENTION_DAYS. */
@Injectable()
export class AuditJobs implements OnApplicationBootstrap {
  constructor(
    private readonly config: Config,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly events: AuditEventsRepository,
    private readonly installation: InstallationLog,
  ) {}

  /** Deletes at each start too, so that a shorter retention applies at once after an operator set it. */
  async onApplicationBootstrap(): Promise<void> {
    await this.schedule();
  }

  @Scheduled('47 3 * * *')
  async schedule(): Promise<void> {
    await this.jobs.enqueue(DELETE_EXPIRED_EVENTS, {}, onceAt(this.clock.now()));
  }

  @OnJob(DELETE_EXPIRED_EVENTS)
  async deleteExpired(): Promise<void> {
    const days = this.config.auditRetentionDays;
    if (days === 0) return;
    const limit = new Date(this.clock.now().getTime() - days * DAY);
    while ((await this.events.deleteBefore(limit, BATCH)) === BATCH);
    await this.installation.deleteBefore(limit);
  }
}
