import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { UserTokens } from '../user-tokens.service.js';
import { Challenges } from './challenges.js';
import { KnownBrowsers } from './known-browsers.js';
import { SignInLinksRepository } from './sign-in-links.repository.js';

export const DELETE_EXPIRED_CREDENTIALS = 'users.forget-ended-credentials';
/** As long as somebody may wonder why a token does not work any more. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Forgets tokens and sessions that ended long ago; and links, challenges and browsers that count no more. */
@Injectable()
export class SignInJobs {
  constructor(
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly tokens: UserTokens,
    private readonly links: SignInLinksRepository,
    private readonly challenges: Challenges,
    private readonly browsers: KnownBrowsers,
  ) {}

  @Scheduled('40 3 * * *')
  async schedule(): Promise<void> {
    await this.jobs.enqueue(DELETE_EXPIRED_CREDENTIALS, {}, onceAt(this.clock.now()));
  }

  @OnJob(DELETE_EXPIRED_CREDENTIALS)
  async deleteExpired(): Promise<void> {
    const now = this.clock.now();
    await this.tokens.deleteExpired(new Date(now.getTime() - KEPT_MS));
    await this.links.deleteEnded(now);
    await this.challenges.deleteEnded();
    await this.browsers.deleteEnded();
  }
}
