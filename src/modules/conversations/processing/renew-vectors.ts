import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Logger } from '#platform/logging/logger.js';
import { ConversationsRepository } from '../records/conversations.repository.js';
import { IssuesRepository } from '../records/issues.repository.js';
import { ClusterIssues } from './cluster-issues.js';
import { ReadConversation } from './read-conversation.js';

/** Issues that stand alone are renewed so many at a time. */
const AT_A_TIME = 500;

/**
 * Gives issues vectors of the currently configured model. One cluster after the other, each in a separate transaction:
 * issues of a cluster stay comparable, and clusters stay the same. It continues where it stopped.
 */
@Injectable()
export class RenewVectors {
  constructor(
    private readonly db: Database,
    private readonly logger: Logger,
    private readonly conversations: ConversationsRepository,
    private readonly issues: IssuesRepository,
    private readonly reading: ReadConversation,
    private readonly clustering: ClusterIssues,
  ) {}

  /** Of all organizations. @throws when the model does not answer; what was done by then stays. */
  async execute(): Promise<void> {
    for (const id of await this.issues.listOrganizations()) {
      await this.renew(id);
    }
  }

  private async renew(organizationId: string): Promise<void> {
    for (let renewed = 0; ;) {
      // Asked each time: it may be switched off meanwhile.
      const mayAsk = await this.reading.mayAsk(organizationId);
      if (mayAsk === null) return;
      const wanted = this.reading.wantedModel(mayAsk);
      const stale = await this.issues.listStale(organizationId, wanted, AT_A_TIME);
      if (stale.length === 0) {
        if (renewed > 0) this.logger.info('Questions are compared by another model', { renewed, ...wanted });
        return;
      }
      const vectors = await this.reading.vectorsAnew(
        stale.map(({ title }) => title),
        mayAsk,
      );
      const { clusterId } = stale[0]!;
      await this.db.transaction(async () => {
        await this.conversations.lockOrganization(organizationId);
        // Grouped otherwise while the model was asked: the next round takes them as they are now.
        const now = await this.issues.listStale(organizationId, wanted, AT_A_TIME);
        if (placesOf(now) !== placesOf(stale)) return;
        await this.issues.setVectors(
          organizationId,
          stale.map(({ id }, at) => ({ id, ...vectors[at]! })),
        );
        if (clusterId !== null) await this.clustering.compareAnew(organizationId, clusterId);
        renewed += stale.length;
      });
    }
  }
}

/** Which issues they are, and where each is. */
function placesOf(issues: readonly { id: string; clusterId: string | null }[]): string {
  return issues
    .map(({ id, clusterId }) => `${id} ${clusterId}`)
    .sort()
    .join();
}
