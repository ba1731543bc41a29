import { Injectable } from '@nestjs/common';
import { ChangeRequests } from '#modules/change-requests/index.js';
import { GitConnections, statusOfConnection } from '#modules/git/index.js';
import type { SpacePermissions, SpaceRecord } from '#modules/spaces/index.js';
import { Config } from '#platform/config/env.js';
import { reviewUrls } from './review/review-urls.js';

/** A sentence about the repository of a space, for the people who work in it. */
export interface GitNotice {
  text: string;
  href: string;
  /** Words of the link. */
  link: string;
}

/** Tells writers of a space that its sync with a repository waits for somebody. */
@Injectable()
export class GitNotices {
  constructor(
    private readonly config: Config,
    private readonly connections: GitConnections,
    private readonly changeRequests: ChangeRequests,
  ) {}

  /**
   * @param permissions of the member: writers can decide about conflicts, those who may sync can mend a connection.
   * @returns null where nobody is waited for, or not for this member.
   */
  async find(
    space: Pick<SpaceRecord, 'organizationId' | 'id'>,
    { edit, triggerGitSync }: SpacePermissions,
  ): Promise<GitNotice | null> {
    if (!edit) return null;
    const connection = await this.connections.find(space);
    if (!connection) return null;
    const { basePath } = this.config;
    if (triggerGitSync && statusOfConnection(connection) === 'failing')
      return {
        text: 'Git: the sync with the repository has stopped.',
        href: `${basePath}/app/s/${encodeURIComponent(space.id)}/~/git`,
        link: 'See the reason',
      };
    if (!connection.parked) return null;
    const { changeRequestId } = connection.parked;
    const rows = await this.changeRequests.findByIds(space.organizationId, [changeRequestId]);
    const request = rows.get(changeRequestId)?.changeRequest;
    if (request?.status !== 'open' && request?.status !== 'draft') return null;
    return {
      text: 'Git: both sides changed the same places.',
      href: reviewUrls(basePath, space.id, request.number).overview,
      link: `Decide in #${request.number}`,
    };
  }
}
