import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { ChangeRequest } from './change-request.entity.js';
import { ChangeRequestsRepository } from './change-requests.repository.js';

type Key = Pick<ChangeRequest, 'organizationId' | 'id'>;

/** The calls of the comments, a module above, into change requests. */
@Injectable()
export class ChangeRequestDiscussion {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly repository: ChangeRequestsRepository,
  ) {}

  /** The number of open comments grew or shrank. */
  async countComments({ organizationId, id }: Key, delta: number): Promise<void> {
    await this.db.transaction(() => this.repository.countComments(organizationId, id, delta));
  }

  /** The user wrote one more comment or reply, which is a contribution. */
  async addContribution(changeRequest: Key, userId: string): Promise<void> {
    await this.db.transaction(() =>
      this.repository.countContribution(changeRequest, userId, this.clock.now(), 'comment'),
    );
  }

  /** Comments and replies were deleted: their number by author. */
  async removeContributions(changeRequest: Key, counts: ReadonlyMap<string, number>): Promise<void> {
    await this.db.transaction(() => this.repository.uncountComments(changeRequest, counts));
  }

  /** Ids of its creator and of whoever was asked to review it. */
  participants({ organizationId, id }: Key): Promise<string[]> {
    return this.repository.participants(organizationId, id);
  }
}
