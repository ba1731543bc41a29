import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { ChangeRequestEntity } from './change-request.entity.js';
import { ChangeRequestsRepository } from './change-requests.repository.js';

type Key = Pick<ChangeRequestEntity, 'organizationId' | 'id'>;

/** The calls of the comments, a module above, into change requests. */
@Injectable()
export class ChangeRequestDiscussion {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly repository: ChangeRequestsRepository,
  ) {}

  /** Changes the number of open comments. */
  async countComments({ organizationId, id }: Key, delta: number): Promise<void> {
    await this.db.transaction(() => this.repository.countComments(organizationId, id, delta));
  }

  /** Counts one more comment or reply of the user, which is a contribution. */
  async addContribution(changeRequest: Key, userId: string): Promise<void> {
    await this.db.transaction(() =>
      this.repository.countContribution(changeRequest, userId, this.clock.now(), 'comment'),
    );
  }

  /** Subtracts deleted comments and replies, by author. */
  async removeContributions(changeRequest: Key, counts: ReadonlyMap<string, number>): Promise<void> {
    await this.db.transaction(() => this.repository.uncountComments(changeRequest, counts));
  }

  /** Ids of its creator and of its requested reviewers. */
  participants({ organizationId, id }: Key): Promise<string[]> {
    return this.repository.participants(organizationId, id);
  }
}
