import type { Urls } from '#platform/http/urls.js';
import type { ClusterResource } from './cluster.dto.js';
import type { ClusterView } from './clusters.service.js';

/** The wire form of a cluster. */
export function presentCluster({ cluster, weeklyPulse }: ClusterView, urls: Urls): ClusterResource {
  const location = urls.api('orgs', cluster.organizationId, 'conversations-clusters', cluster.id);
  const { issues, conversations, tasksTotal, tasksBacklog, tasksStarted, tasksCompleted, tasksCancelled } =
    cluster;
  return {
    object: 'issues-cluster',
    id: cluster.id,
    label: cluster.label,
    createdAt: cluster.createdAt.toISOString(),
    updatedAt: cluster.updatedAt.toISOString(),
    icon: cluster.icon,
    summary: cluster.summary,
    weeklyPulse,
    sources: cluster.sources,
    stats: { issues, conversations, tasksTotal, tasksBacklog, tasksStarted, tasksCompleted, tasksCancelled },
    urls: { location, app: urls.app('o', cluster.organizationId, 'conversations', cluster.id) },
  };
}
