import type { Urls } from '#platform/http/urls.js';
import { fingerprintOf } from '../remote/deploy-key.js';
import type { GitConnectionResource } from './git-connection.dto.js';
import type { GitConnection } from './git-connections.repository.js';

/** @param webhookSecret secret with which the host signs what it says of pushes. */
export function presentConnection(
  connection: GitConnection,
  webhookSecret: string,
  urls: Urls,
): GitConnectionResource {
  const { id, provider, url, branch, folder, priority, commitMessage, problem, parked } = connection;
  const { publicKey, hostKey, baseCommit, syncedAt, webhookSeenAt } = connection;
  return {
    object: 'git-connection',
    id,
    space: connection.spaceId,
    ...(connection.siteConnectionId === null ? {} : { parent: connection.siteConnectionId }),
    ...{ provider, url, branch, folder, priority },
    ...(commitMessage === null ? {} : { commitMessage }),
    pullRequests: connection.pullRequests,
    pullRequestComments: connection.hasPullComments,
    status: statusOf(connection),
    ...(problem ? { problem } : {}),
    ...(parked ? { conflicts: { changeRequest: parked.changeRequestId, files: parked.files } } : {}),
    ...(publicKey ? { publicKey } : {}),
    ...(hostKey ? { hostKeyFingerprint: fingerprintOf(hostKey) } : {}),
    ...(baseCommit ? { commit: baseCommit } : {}),
    ...(syncedAt ? { syncedAt: syncedAt.toISOString() } : {}),
    webhook: {
      url: urls.api('git', 'webhooks', id),
      secret: webhookSecret,
      ...(webhookSeenAt ? { lastSeenAt: webhookSeenAt.toISOString() } : {}),
    },
    createdBy: connection.createdBy,
    createdAt: connection.createdAt.toISOString(),
    updatedAt: connection.updatedAt.toISOString(),
  };
}

/** Answers in one word how a connection goes. */
export function statusOf(connection: GitConnection): GitConnectionResource['status'] {
  if (connection.isPaused) return 'paused';
  if (connection.problem) return 'failing';
  if (connection.parked) return 'conflicts';
  return connection.syncedAt ? 'active' : 'pending';
}
