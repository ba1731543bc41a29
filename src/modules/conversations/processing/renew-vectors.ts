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
 * Gives issues vectors of the model that is configured now. One cluster after the other, each in a transaction of its own: what is in a cluster
 * can be compared at any moment, and clusters stay what they are. Starts where it was left.
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
      const mayAsk = await this.reading.mayAsk(id);
      if (mayAsk !== null) await this.renew(id, mayAsk);
    }
  }

  private async renew(organizationId: string, mayAsk: boolean): Promise<void> {
    const wanted = this.reading.wantedModel(mayAsk);
    for (let renewed = 0; ;) {
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
        await this.issues.setVectors(
          organizationId,
          stale.map(({ id }, at) => ({ id, ...vectors[at]! })),
        );
        if (clusterId !== null) await this.clustering.compareAnew(organizationId, clusterId);
      });
      renewed += stale.length;
    }
  }
}
