import { Injectable } from '@nestjs/common';
import { ChangeRequests } from '#modules/change-requests/index.js';
import { CLUSTER_ORDERS, CLUSTER_STATUSES, Clusters, Conversations } from '#modules/conversations/index.js';
import { Organizations } from '#modules/organizations/index.js';
import type { Actor } from '#platform/http/actor.js';
import type { ClusterListView, ClusterPageView } from './cluster-page.types.js';

const MOST = 50;

/** Data of the pages about conversations, for the actors to whom the API shows them. */
@Injectable()
export class ConversationViews {
  constructor(
    private readonly organizations: Organizations,
    private readonly clusters: Clusters,
    private readonly conversations: Conversations,
    private readonly changeRequests: ChangeRequests,
  ) {}

  /** @throws NotFound, Forbidden, BadRequest for a cursor that is not ours. */
  async list(actor: Actor, organizationId: string, query: URLSearchParams): Promise<ClusterListView> {
    const filter = filterOf(query);
    const page = query.get('page') ?? undefined;
    const { items, next } = await this.clusters.list(actor, organizationId, filter, { limit: MOST, page });
    const organization = await this.organizations.getOrganization(organizationId);
    return { organization, clusters: items, filter, more: next?.page ?? null };
  }

  /** @throws NotFound, Forbidden, BadRequest for a cursor that is not ours. */
  async one(actor: Actor, organizationId: string, cluster: string, page?: string): Promise<ClusterPageView> {
    const view = await this.clusters.get(actor, organizationId, cluster);
    const request = { limit: MOST, page };
    const issues = await this.conversations.listIssues(actor, organizationId, { cluster }, request);
    const spaces = await this.clusters.pages(actor, organizationId, cluster, { limit: MOST });
    const requests = await this.changeRequests.listOfOrganization(actor, organizationId, {
      status: 'any',
      conversationsIssuesCluster: cluster,
      limit: MOST,
    });
    return {
      organization: await this.organizations.getOrganization(organizationId),
      view,
      issues: issues.items,
      more: issues.next?.page ?? null,
      spaces: spaces.items,
      changeRequests: requests.items,
      changeRequestCount: requests.count,
    };
  }
}

/** Filter in the address; invalid values count as absent. */
function filterOf(query: URLSearchParams): ClusterListView['filter'] {
  const of = <T extends string>(known: readonly T[], name: string) =>
    known.find((value) => value === query.get(name));
  return {
    order: of(['asc', 'desc'], 'order') ?? 'desc',
    orderBy: of(CLUSTER_ORDERS, 'orderBy') ?? 'updatedAt',
    status: of(CLUSTER_STATUSES, 'status'),
  };
}
