import { presentUser } from '#modules/users/index.js';
import type { Urls } from '#platform/http/urls.js';
import type { ChangeRequestEntity } from './change-request.entity.js';
import type { ChangeRequestResource, ContributorResource } from './change-request.dto.js';
import type { ChangeRequestRow, Contributor } from './change-requests.repository.js';

/**
 * True if the main content has moved on since the request was started or last updated. A merged request needs no
 * update.
 */
export function isOutdated(
  changeRequest: Pick<ChangeRequestEntity, 'status' | 'revisionInitialId' | 'revisionMergedAncestorId'>,
  mainRevisionId: string,
): boolean {
  if (changeRequest.status === 'merged') return false;
  return mainRevisionId !== (changeRequest.revisionMergedAncestorId ?? changeRequest.revisionInitialId);
}

/** The wire form of a change request. */
export function presentChangeRequest(
  row: ChangeRequestRow,
  urls: Urls,
  { isForReader = false } = {},
): ChangeRequestResource {
  const { changeRequest: cr } = row;
  const location = urls.api('spaces', cr.spaceId, 'change-requests', cr.id);
  return {
    object: 'change-request',
    id: cr.id,
    number: cr.number,
    status: cr.status,
    subject: cr.subject,
    ...(cr.description === null ? {} : { description: cr.description }),
    createdBy: presentUser(row.creator, urls, { isForReader }),
    createdAt: cr.createdAt.toISOString(),
    updatedAt: cr.updatedAt.toISOString(),
    space: cr.spaceId,
    revision: cr.revisionId,
    revisionInitial: cr.revisionInitialId,
    ...(cr.revisionMergedAncestorId === null ? {} : { revisionMergedAncestor: cr.revisionMergedAncestorId }),
    ...(cr.revisionMergedId === null ? {} : { revisionMerged: cr.revisionMergedId }),
    ...(cr.conversationsIssuesCluster === null || isForReader
      ? {}
      : { conversationsIssuesCluster: cr.conversationsIssuesCluster }),
    ...(row.merger === null || isForReader ? {} : { mergedBy: presentUser(row.merger, urls) }),
    ...(cr.mergedAt === null || isForReader ? {} : { mergedAt: cr.mergedAt.toISOString() }),
    comments: isForReader ? 0 : cr.commentsOpen,
    outdated: isOutdated(cr, row.mainRevisionId),
    urls: { app: urls.app('s', cr.spaceId, '~', 'changes', String(cr.number), '~', 'review'), location },
  };
}

/** The wire form of a contributor. */
export function presentContributor(contributor: Contributor, urls: Urls): ContributorResource {
  return {
    user: presentUser(contributor.person, urls),
    count: contributor.count,
    updatedAt: contributor.updatedAt.toISOString(),
    actionType: contributor.actionType,
  };
}
