import { Injectable } from '@nestjs/common';
import { Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { canonicalJson } from '#platform/canonical-json.js';
import type { FetchedCommit, RemoteRepository } from '../remote/remote-repository.js';
import { isSamePlace, requireSamePlace } from '../sync/same-place.js';
import type { PendingStructure } from './site-connection.entity.js';
import { type SiteConnection, SiteConnectionsRepository } from './site-connections.repository.js';
import { SiteStopped } from './site-stopped.js';

export interface StructureCommit extends Omit<PendingStructure, 'commit'> {
  path: string;
  text: string;
  /** Title of the site. */
  title: string;
}

/** Writes the structure of a site to its repository, as a commit of one file. */
@Injectable()
export class WriteStructure {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly users: Users,
    private readonly connections: SiteConnectionsRepository,
  ) {}

  /**
   * Call it outside of a transaction.
   * @param authorize decides again, before anything is pushed, whether the run may.
   * @returns the commit; null where the branch moved meanwhile: begin anew.
   * @throws SiteStopped where the repository does not take it.
   */
  async push(
    git: RemoteRepository,
    connection: SiteConnection,
    parent: FetchedCommit | null,
    { path, text, title, shape }: StructureCommit,
    authorize: () => Promise<void>,
  ): Promise<string | null> {
    const commit = await git.writeCommit({
      parents: parent ? [parent.oid] : [],
      write: [{ path, bytes: Buffer.from(text) }],
      message: this.messageOf(connection, title),
      ...(await this.peopleOf(connection)),
    });
    await authorize();
    const pushing = { commit, shape };
    if (!(await this.note(connection, pushing))) return null;
    const ref = `refs/heads/${connection.branch}`;
    const result = await git.push({ ref, oid: commit, expected: parent?.oid ?? null });
    if (result.outcome === 'rejected') return null;
    if (result.outcome !== 'pushed')
      throw new SiteStopped(
        result.outcome,
        result.outcome === 'refused'
          ? `The repository does not take the commit: ${result.message} Let this connection push to the branch, or choose another branch.`
          : result.message,
      );
    await this.settle(connection, pushing);
    return commit;
  }

  /** Both sides have in common then what was pushed. */
  async settle(connection: SiteConnection, { commit, shape }: PendingStructure): Promise<void> {
    await this.db.transaction(async () => {
      const held = await this.connections.lock(connection.organizationId, connection.id);
      if (!held || !isSamePlace(held, connection) || held.pushing?.commit !== commit) return;
      const updatedAt = this.clock.now();
      await this.connections.update(held, { baseCommit: commit, baseShape: shape, pushing: null, updatedAt });
    });
  }

  /** Notes a commit before it is pushed: if the process ends then, the next run knows it for its own. */
  private note(connection: SiteConnection, pushing: PendingStructure): Promise<boolean> {
    return this.db.transaction(async () => {
      const held = await this.connections.lock(connection.organizationId, connection.id);
      requireSamePlace(held, connection);
      if (canonicalJson(held?.baseShape ?? null) !== canonicalJson(connection.baseShape)) return false;
      await this.connections.update(connection, { pushing });
      return true;
    });
  }

  private messageOf({ commitMessage }: SiteConnection, title: string): string {
    const subject = `Update the structure of ${title}`.replace(/\s+/g, ' ').slice(0, 72);
    if (commitMessage === null) return subject;
    const written = commitMessage
      .replaceAll('{change_request_subject}', subject)
      .replaceAll('{change_request_number}', '');
    return written.trim() || subject;
  }

  private async peopleOf({ createdBy }: SiteConnection) {
    const user = (await this.users.findUsersByIds([createdBy])).get(createdBy);
    const timestamp = this.clock.now();
    const bindery = { name: 'Bindery', email: 'bindery@localhost', timestamp };
    const author = user ? { name: user.displayName, email: user.email, timestamp } : bindery;
    return { author, committer: bindery };
  }
}
