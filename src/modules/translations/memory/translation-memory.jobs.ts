import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { TranslationMemoryRepository } from './translation-memory.repository.js';

const DELETE_UNUSED_TRANSLATIONS = 'translations.forget-unused';
const KEPT_MS = 365 * 24 * 60 * 60_000;
const BATCH = 10_000;

/** Forgets translations that nothing was made of for a year. */
@Injectable()
export class TranslationMemoryJobs {
  constructor(
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly entries: TranslationMemoryRepository,
  ) {}

  @Scheduled('53 3 * * *')
  async schedule(): Promise<void> {
    await this.jobs.enqueue(DELETE_UNUSED_TRANSLATIONS, {}, onceAt(this.clock.now()));
  }

  @OnJob(DELETE_UNUSED_TRANSLATIONS)
  async deleteExpired(): Promise<void> {
    const limit = new Date(this.clock.now().getTime() - KEPT_MS);
    while ((await this.entries.deleteUnused(limit, BATCH)) === BATCH);
  }
}
