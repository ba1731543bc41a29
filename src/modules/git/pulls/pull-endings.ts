import { Injectable } from '@nestjs/common';
import { ChangeRequests } from '#modules/change-requests/index.js';
import { Revisions } from '#modules/content/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import type { GitConnection } from '../sync/git-connections.repository.js';
import { type GitPull, GitPullsRepository } from './git-pulls.repository.js';

/** Brings to an end here what ended at the host, and tells what ended here. */
@Injectable()
export class PullEndings {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly changeRequests: ChangeRequests,
    private readonly revisions: Revisions,
    private readonly pulls: GitPullsRepository,
  ) {}

  /** Archives the change request of one that was merged or closed at its host: what was merged comes with the next sync. */
  async end(actor: Actor, pull: GitPull, state: 'merged' | 'closed'): Promise<void> {
    if (pull.state === state) return;
    await this.db.transaction(async () => {
      const isOpen = ['draft', 'open'].includes((await this.statusOf(pull)) ?? '');
      if (isOpen) await this.setStatus(actor, pull, 'archived');
      const archived = isOpen ? { isRequestArchived: true } : {};
      await this.pulls.update(pull, { state, ...archived, updatedAt: this.clock.now() });
    });
  }

  /** Opens it again, with the change request that was archived with it. */
  async reopen(actor: Actor, pull: GitPull): Promise<void> {
    if (pull.state === 'open') return;
    await this.db.transaction(async () => {
      if (pull.isRequestArchived && (await this.statusOf(pull)) === 'archived')
        await this.setStatus(actor, pull, 'open');
      await this.pulls.update(pull, {
        ...{ state: 'open', isRequestArchived: false, told: null, updatedAt: this.clock.now() },
      });
    });
  }

  /** True if its change request was merged here, and the repository has that already. */
  async isTaken({ organizationId, spaceRevision }: GitConnection, pull: GitPull): Promise<boolean> {
    const request = await this.requestOf(pull);
    const merged = request?.status === 'merged' ? request.revisionMergedId : null;
    if (merged === null || merged === undefined || spaceRevision === null) return false;
    const common = await this.revisions.commonAncestor(organizationId, merged, spaceRevision);
    return common?.id === merged;
  }

  private async statusOf(pull: GitPull): Promise<string | undefined> {
    return (await this.requestOf(pull))?.status;
  }

  private async requestOf({ organizationId, changeRequestId }: GitPull) {
    if (changeRequestId === null) return undefined;
    const found = await this.changeRequests.findByIds(organizationId, [changeRequestId]);
    return found.get(changeRequestId)?.changeRequest;
  }

  private async setStatus(
    actor: Actor,
    { spaceId, changeRequestId }: GitPull,
    status: 'archived' | 'open',
  ): Promise<void> {
    await this.changeRequests.update(actor, spaceId, changeRequestId!, { status });
  }
}
