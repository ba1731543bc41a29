import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { onceAt, Scheduled } from '#platform/jobs/scheduled.js';
import { ConversationsRepository } from '../records/conversations.repository.js';
import { ProcessConversations } from './process-conversations.js';
import { RenewVectors } from './renew-vectors.js';

export const PROCESS_CONVERSATIONS = 'conversations.process';
const RENEW_VECTORS = 'conversations.renew-vectors';
const SWEEP_CONVERSATIONS = 'conversations.sweep';
const ORGANIZATIONS_AT_ONCE = 2;

/** Work on conversations that nobody waits for. */
@Injectable()
export class ConversationsJobs implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly conversations: ConversationsRepository,
    private readonly processing: ProcessConversations,
    private readonly renewing: RenewVectors,
  ) {}

  /** The model may be another one than before. */
  onApplicationBootstrap(): Promise<void> {
    return this.scheduleRenewing();
  }

  /** Organizations may have switched AI on or off, and servers of models may have been down. */
  @Scheduled('23 4 * * *')
  scheduleRenewing(): Promise<void> {
    return this.jobs.enqueue(RENEW_VECTORS, {}, { singletonKey: RENEW_VECTORS });
  }

  @OnJob(PROCESS_CONVERSATIONS, { timeoutSeconds: 3600, atOnce: ORGANIZATIONS_AT_ONCE, atOnceEach: 1 })
  async process({ organizationId }: { organizationId: string }): Promise<void> {
    if (await this.processing.execute(organizationId)) await this.enqueue(organizationId);
  }

  @Scheduled('17 * * * *')
  async tick(): Promise<void> {
    await this.jobs.enqueue(SWEEP_CONVERSATIONS, {}, onceAt(this.clock.now()));
  }

  /** Jobs that failed for good left conversations waiting. */
  @OnJob(SWEEP_CONVERSATIONS)
  async sweep(): Promise<void> {
    for (const organizationId of await this.conversations.listOrganizationsWaiting())
      await this.enqueue(organizationId);
  }

  @OnJob(RENEW_VECTORS, { timeoutSeconds: 3600 })
  renew(): Promise<void> {
    return this.renewing.execute();
  }

  /** One that waits takes all there are. */
  private enqueue(organizationId: string): Promise<void> {
    return this.jobs.enqueue(PROCESS_CONVERSATIONS, { organizationId }, { singletonKey: organizationId });
  }
}
