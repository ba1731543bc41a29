import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled } from '#platform/jobs/scheduled.js';
import { ProcessConversations } from './process-conversations.js';
import { RenewVectors } from './renew-vectors.js';

export const PROCESS_CONVERSATIONS = 'conversations.process';
const RENEW_VECTORS = 'conversations.renew-vectors';

/** Work on conversations that nobody waits for. */
@Injectable()
export class ConversationsJobs implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
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

  @OnJob(PROCESS_CONVERSATIONS, { timeoutSeconds: 3600 })
  process({ organizationId }: { organizationId: string }): Promise<void> {
    return this.processing.execute(organizationId);
  }

  @OnJob(RENEW_VECTORS, { timeoutSeconds: 3600 })
  renew(): Promise<void> {
    return this.renewing.execute();
  }
}
