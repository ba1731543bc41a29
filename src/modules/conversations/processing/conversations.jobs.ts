import { Injectable } from '@nestjs/common';
import { OnJob } from '#platform/jobs/on-job.js';
import { ProcessConversations } from './process-conversations.js';

export const PROCESS_CONVERSATIONS = 'conversations.process';

/** Work on conversations that nobody waits for. */
@Injectable()
export class ConversationsJobs {
  constructor(private readonly processing: ProcessConversations) {}

  @OnJob(PROCESS_CONVERSATIONS, { timeoutSeconds: 3600 })
  process({ organizationId }: { organizationId: string }): Promise<void> {
    return this.processing.execute(organizationId);
  }
}
