import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Jobs } from '../jobs/jobs.js';
import { OnJob } from '../jobs/on-job.js';
import { Scheduled, onceAt } from '../jobs/scheduled.js';
import { Mailer } from './mailer.js';
import { SentMailsRepository } from './sent-mails.repository.js';

export const DELETE_OLD_SENT_MAILS = 'mail.forget';
/** Far longer than any job is tried again. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Forgets which mails were sent, once no job can ask for them again. */
@Injectable()
export class MailJobs {
  constructor(
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly mailer: Mailer,
    private readonly sent: SentMailsRepository,
  ) {}

  @Scheduled('30 3 * * *')
  async schedule(): Promise<void> {
    if (!this.mailer.isEnabled) return;
    await this.jobs.enqueue(DELETE_OLD_SENT_MAILS, {}, onceAt(this.clock.now()));
  }

  @OnJob(DELETE_OLD_SENT_MAILS)
  async deleteExpired(): Promise<void> {
    await this.sent.deleteBefore(new Date(this.clock.now().getTime() - KEPT_MS));
  }
}
