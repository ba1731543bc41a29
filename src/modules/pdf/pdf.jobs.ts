import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { MakePdf } from './make-pdf.js';
import { PdfExportsRepository } from './pdf-exports.repository.js';
import { ABANDONED_MS, MAKE_PDF } from './pdf-exports.service.js';

/** Files that nobody asked for in this time are forgotten; the next who asks waits for a new one. */
const KEEP_MS = 7 * 86_400_000;
const BATCH = 1_000;
/** Each is a process that takes a processor and hundreds of megabytes. */
const FILES_AT_ONCE = 2;

/** Makes files, and forgets old ones. */
@Injectable()
export class PdfJobs {
  constructor(
    private readonly makePdf: MakePdf,
    private readonly exports: PdfExportsRepository,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  @OnJob(MAKE_PDF, { atOnce: FILES_AT_ONCE, atOnceEach: 1 })
  async make(data: { organizationId: string; id: string }): Promise<void> {
    if (await this.makePdf.execute(data.organizationId, data.id)) return;
    await this.jobs.enqueue(MAKE_PDF, data, { startAfterSeconds: ABANDONED_MS / 1_000 });
  }

  @Scheduled('41 * * * *')
  async schedule(): Promise<void> {
    await this.jobs.enqueue('pdf.collect', {}, onceAt(this.clock.now()));
  }

  @OnJob('pdf.collect')
  async collect(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEEP_MS);
    while ((await this.exports.removeUnused(before, BATCH)) === BATCH);
  }
}
