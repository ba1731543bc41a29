import type { Urls } from '#platform/http/urls.js';
import { fingerprintOf } from '../remote/deploy-key.js';
import { statusOf } from '../sync/git-connection.presenter.js';
import type { GitConnection } from '../sync/git-connections.repository.js';
import type { SiteConnectionResource, SiteRunResource } from './site-connection.dto.js';
import type { SiteConnection } from './site-connections.repository.js';
import type { SiteRun } from './site-runs.repository.js';

/** @param webhookSecret secret with which the host signs what it says of pushes. @param children connections of its spaces. */
export function presentSiteConnection(
  connection: SiteConnection,
  {
    webhookSecret,
    children,
    urls,
  }: { webhookSecret: string; children: readonly GitConnection[]; urls: Urls },
): SiteConnectionResource {
  const { id, siteId, provider, url, branch, folder, priority, commitMessage, problem } = connection;
  const { publicKey, hostKey, baseCommit, syncedAt, webhookSeenAt, pullRequests, hasPullComments } =
    connection;
  return {
    object: 'git-site-connection',
    id,
    site: siteId,
    ...{ provider, url, branch, folder, priority },
    ...(commitMessage === null ? {} : { commitMessage }),
    ...{ pullRequests, pullRequestComments: hasPullComments, status: statusOfSite(connection) },
    ...(problem ? { problem } : {}),
    ...(publicKey ? { publicKey } : {}),
    ...(hostKey ? { hostKeyFingerprint: fingerprintOf(hostKey) } : {}),
    ...(baseCommit ? { commit: baseCommit } : {}),
    ...(syncedAt ? { syncedAt: syncedAt.toISOString() } : {}),
    webhook: {
      url: urls.api('git', 'webhooks', id),
      secret: webhookSecret,
      ...(webhookSeenAt ? { lastSeenAt: webhookSeenAt.toISOString() } : {}),
    },
    spaces: children.map((child) => ({
      ...{ id: child.id, space: child.spaceId, folder: child.folder, status: statusOf(child) },
    })),
    createdBy: connection.createdBy,
    createdAt: connection.createdAt.toISOString(),
    updatedAt: connection.updatedAt.toISOString(),
  };
}

/** Answers in one word how the connection of a site goes; its spaces have words of their own. */
export function statusOfSite({
  isPaused,
  problem,
  syncedAt,
}: SiteConnection): SiteConnectionResource['status'] {
  if (isPaused) return 'paused';
  if (problem) return 'failing';
  return syncedAt ? 'active' : 'pending';
}

export function presentSiteRun(run: SiteRun): SiteRunResource {
  const { id, source, state, stage, error, report, completedAt } = run;
  return {
    object: 'git-site-run',
    ...{ id, source, state, stage },
    createdAt: run.createdAt.toISOString(),
    updatedAt: run.updatedAt.toISOString(),
    ...(completedAt ? { completedAt: completedAt.toISOString() } : {}),
    ...(error === null ? {} : { error }),
    ...(report === null ? {} : { report }),
  };
}
