import { Injectable } from '@nestjs/common';
import { ChangeRequests } from '#modules/change-requests/index.js';
import { type Revision, Revisions } from '#modules/content/index.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import { type User, Users } from '#modules/users/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import { coAuthorTrailer } from '../remote/commit-text.js';
import type { Signature } from '../remote/remote-repository.js';
import type { GitConnection } from './git-connections.repository.js';

/** Revisions that one commit names; more are counted. */
const MAX_REVISIONS = 100;
const MAX_PEOPLE = 20;
const SUBJECT_LENGTH = 72;

export interface CommitNotes {
  message: string;
  author: Signature;
  committer: Signature;
}

interface MergedRequest {
  id: string;
  number: number;
  subject: string;
}

/** Says in a commit who changed what, and in which change requests. */
@Injectable()
export class CommitNotesWriter {
  constructor(
    private readonly revisions: Revisions,
    private readonly changeRequests: ChangeRequests,
    private readonly users: Users,
    private readonly urls: Urls,
  ) {}

  /**
   * @param actor who made the connection: commits that nobody else is the author of are theirs.
   * @returns the same for the same revisions, so that a commit can be made again after a failure.
   */
  async of(actor: Actor, connection: GitConnection, space: SpaceRecord): Promise<CommitNotes> {
    const revisions = await this.revisionsSince(connection, space);
    const requests = await this.requestsOf(connection, revisions);
    const people = await this.peopleOf(actor, connection, revisions, requests);
    const newest = revisions[0] ?? (await this.revisions.getRevision(space.organizationId, space.revisionId));
    const timestamp = newest.createdAt;
    const [author = { name: 'Bindery', email: 'bindery@localhost' }, ...others] = people.map(signed);
    const trailers = others.map(coAuthorTrailer);
    const body = requests.map((request) => this.noteOf(connection.spaceId, request, requests.length > 1));
    const blocks = [subjectOf(connection, requests, space), body.join('\n'), trailers.join('\n')];
    return {
      message: blocks.filter((block) => block !== '').join('\n\n'),
      author: { ...author, timestamp },
      committer: { name: 'Bindery', email: 'bindery@localhost', timestamp },
    };
  }

  /** Revisions of people, the newest first, down to what the repository has already. */
  private async revisionsSince(
    { organizationId, spaceId, spaceRevision }: GitConnection,
    { revisionId }: SpaceRecord,
  ): Promise<Revision[]> {
    if (spaceRevision === null || spaceRevision === revisionId) return [];
    const { items } = await this.revisions.listRevisions(
      organizationId,
      { spaceId },
      { limit: MAX_REVISIONS },
    );
    const end = items.findIndex(({ id }) => id === spaceRevision);
    const since = end < 0 ? items : items.slice(0, end);
    return since.filter(({ git }) => git === null);
  }

  private async requestsOf(
    { organizationId }: GitConnection,
    revisions: readonly Revision[],
  ): Promise<MergedRequest[]> {
    const ids = revisions.flatMap(({ mergedFrom }) => mergedFrom ?? []);
    const rows = await this.changeRequests.findByIds(organizationId, ids);
    return ids.flatMap((id) => rows.get(id)?.changeRequest ?? []);
  }

  /** The author first, then everybody who took part. */
  private async peopleOf(
    actor: Actor,
    { spaceId }: GitConnection,
    revisions: readonly Revision[],
    requests: readonly MergedRequest[],
  ): Promise<User[]> {
    const ids = new Set<string>();
    for (const { id } of requests) {
      const request = { limit: MAX_PEOPLE };
      const { items } = await this.changeRequests.listContributors(actor, spaceId, id, request);
      const writers = items.filter(({ actionType }) => actionType === 'edit');
      writers.forEach(({ person }) => ids.add(person.id));
    }
    for (const { author } of revisions) if (author !== null) ids.add(author);
    if (ids.size === 0) ids.add(actor.userId);
    const users = await this.users.findUsersByIds([...ids].slice(0, MAX_PEOPLE));
    return [...ids].flatMap((id) => users.get(id) ?? []);
  }

  private noteOf(spaceId: string, { number, subject }: MergedRequest, isOneOfMany: boolean): string {
    const address = this.urls.app('s', spaceId, '~', 'changes', String(number));
    return isOneOfMany
      ? `* #${number} ${subject || 'No subject'}: ${address}`
      : `Change request #${number}: ${address}`;
  }
}

function subjectOf(
  { commitMessage }: GitConnection,
  requests: readonly MergedRequest[],
  { title }: SpaceRecord,
): string {
  const [request] = requests;
  const plain =
    requests.length === 1 && request?.subject
      ? request.subject
      : requests.length > 1
        ? `Merge ${requests.length} change requests of ${title || 'the docs'}`
        : `Update ${title || 'the docs'}`;
  const filled =
    commitMessage === null
      ? plain
      : commitMessage
          .replaceAll('{change_request_number}', request ? String(request.number) : '')
          .replaceAll('{change_request_subject}', plain);
  const line = filled.replace(/\s+/g, ' ').trim() || plain;
  return line.length > SUBJECT_LENGTH ? `${line.slice(0, SUBJECT_LENGTH - 1)}…` : line;
}

function signed({ displayName, email }: User): { name: string; email: string } {
  return { name: displayName, email };
}
