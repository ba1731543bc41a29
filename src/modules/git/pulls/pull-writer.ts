import { Injectable } from '@nestjs/common';
import { type ChangeRequestEntity, ChangeRequests, ProposedContent } from '#modules/change-requests/index.js';
import { Revisions } from '#modules/content/index.js';
import { parseMarkdown } from '#modules/documents/index.js';
import { type SpaceRecord, Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import type { GitConnection } from '../sync/git-connections.repository.js';
import { GitConnectionsRepository } from '../sync/git-connections.repository.js';
import { StoredMerges } from '../sync/stored-merges.js';
import { type GitPull, GitPullsRepository, type PullChanges } from './git-pulls.repository.js';
import type { PullContent } from './pull-content.js';

const MAX_SUBJECT = 100;

/** The next state of a pull request's change request: a new one is opened, it gets other content, or it stays as people left it. */
type NextRequest = 'new' | 'none' | { read: ChangeRequestEntity; content: string };

/** Stores what a pull request makes of a space: as revisions of a separate branch, and as a change request where that is wanted. */
@Injectable()
export class PullWriter {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly spaces: Spaces,
    private readonly revisions: Revisions,
    private readonly changeRequests: ChangeRequests,
    private readonly proposed: ProposedContent,
    private readonly merges: StoredMerges,
    private readonly connections: GitConnectionsRepository,
    private readonly pulls: GitPullsRepository,
  ) {}

  /**
   * Call it outside of a transaction.
   * @param pull as it was before the content was read.
   * @returns false when somebody wrote to the space or the pull request meanwhile: read both again.
   * @throws as `ProposedContent`; NotFound and Forbidden when whoever made the connection may not sync any more.
   */
  async write(
    actor: Actor,
    connection: GitConnection,
    pull: GitPull,
    content: PullContent,
  ): Promise<boolean> {
    const { organizationId, spaceId } = connection;
    const next = await this.nextRequest(actor, connection, pull, content);
    return this.db.transaction(async () => {
      const space = await this.spaces.lock(organizationId, spaceId);
      const held = await this.connections.lock(organizationId, connection.id);
      const row = await this.pulls.lock(pull);
      const isMoved = space.snapshot !== content.space.snapshot || row?.head !== pull.head;
      if (!held || !row || isMoved) return held === null || row === null;
      await this.spaces.requireSpace(actor, spaceId, 'syncGit');
      const { head, hasOtherFiles } = content;
      const seen = { head, hasOtherFiles, problem: null, updatedAt: this.clock.now() };
      await this.pulls.update(pull, {
        ...seen,
        ...(await this.show(actor, held, row, { content, space, next })),
      });
      return true;
    });
  }

  /** Edits of people in the change request stay, where the pull request did not change the same since. */
  private async nextRequest(
    actor: Actor,
    { pullRequests }: GitConnection,
    pull: GitPull,
    content: PullContent,
  ): Promise<NextRequest> {
    const { organizationId, spaceId, changeRequestId, revisionId } = pull;
    if (pullRequests !== 'change-request' || pull.isFork) return 'none';
    if (changeRequestId === null || revisionId === null) return 'new';
    const read = await this.proposed.findOpen(actor, spaceId, changeRequestId);
    if (!read) {
      const rows = await this.changeRequests.findByIds(organizationId, [changeRequestId]);
      // Commits after a merge are proposed anew; an archived change request says that people do not want them.
      return rows.get(changeRequestId)?.changeRequest.status === 'merged' ? 'new' : 'none';
    }
    const { snapshot: base } = await this.revisions.getRevision(organizationId, revisionId);
    const three = { base, main: read.snapshot, mine: content.snapshot };
    return { read, content: (await this.merges.merge(organizationId, three, 'main')).snapshot };
  }

  /** In a transaction. */
  private async show(
    actor: Actor,
    connection: GitConnection,
    pull: GitPull,
    { content, space, next }: { content: PullContent; space: SpaceRecord; next: NextRequest },
  ): Promise<PullChanges> {
    const { main, snapshot } = content;
    // Nothing is said of one that changes no content, unless it did before.
    if (snapshot === main && pull.revisionId === null) return {};
    const revisionId = await this.keep(connection, pull, space, content);
    const changes = { revisionId, mainSnapshot: main };
    if (next === 'none' || (next === 'new' && snapshot === main)) return changes;
    if (next !== 'new') {
      if (next.content !== next.read.snapshot) await this.proposed.replace(actor, next.read, next.content);
      return changes;
    }
    const subject = pull.title.slice(0, MAX_SUBJECT);
    const description = parseMarkdown(describe(pull)).document;
    const opened = await this.proposed.propose(actor, pull.spaceId, { subject, description, snapshot });
    return { ...changes, changeRequestId: opened.id };
  }

  /** Revisions of a separate branch, so that the content is there for as long as the space is. */
  private async keep(
    { organizationId, spaceId }: GitConnection,
    pull: GitPull,
    space: SpaceRecord,
    { main, snapshot }: PullContent,
  ): Promise<string> {
    const place = { spaceId, changeRequestId: pull.id, type: 'edits' as const, author: null };
    const before = await this.revisions.commit(organizationId, {
      ...{ ...place, parents: [space.revisionId], snapshot: main },
    });
    const revision = await this.revisions.commit(organizationId, {
      ...place,
      parents: [before.id],
      snapshot,
    });
    return revision.id;
  }
}

function describe({ number, url, author }: GitPull): string {
  const name = author.replace(/[^\w.-]+/g, ' ').trim() || 'somebody';
  const address = URL.canParse(url) ? new URL(url).href.replace(/[<>()\s]/g, encodeURIComponent) : '';
  const place = address === '' ? `pull request #${number}` : `[pull request #${number}](${address})`;
  return `From ${place} of ${name}. It follows what is pushed there, and is archived when the pull request is merged or closed.`;
}
