import { Injectable } from '@nestjs/common';
import { type ChangeRequestRow, ChangeRequests } from '#modules/change-requests/index.js';
import {
  CLUSTER_ORDERS,
  CLUSTER_STATUSES,
  Clusters,
  Conversations,
  ingestConversationsVerdict,
} from '#modules/conversations/index.js';
import { Organizations } from '#modules/organizations/index.js';
import { Spaces, type SpaceView } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { hasScopes } from '../member-request.js';
import type { ClusterChoices, ClusterListView, ClusterPageView } from './cluster-page.types.js';

const MOST = 50;
/** Of the spaces with pages that may answer, the page lists no more; the best come first. */
const MOST_SPACES = 5;
const MAX_SPACES = 1000;

/** Data of the pages about conversations, for the actors to whom the API shows them. */
@Injectable()
export class ConversationViews {
  constructor(
    private readonly organizations: Organizations,
    private readonly clusters: Clusters,
    private readonly conversations: Conversations,
    private readonly changeRequests: ChangeRequests,
    private readonly spaces: Spaces,
  ) {}

  /** @throws NotFound, Forbidden, BadRequest for a cursor that is not ours. */
  async list(actor: Actor, organizationId: string, query: URLSearchParams): Promise<ClusterListView> {
    const filter = filterOf(query);
    const page = query.get('page') ?? undefined;
    const { items, next } = await this.clusters.list(actor, organizationId, filter, { limit: MOST, page });
    const organization = await this.organizations.getOrganization(organizationId);
    const canHandIn =
      ingestConversationsVerdict(actor, organizationId).allowed && hasScopes(actor, ['conversations:ingest']);
    return { organization, clusters: items, filter, more: next?.page ?? null, canHandIn };
  }

  /** @throws NotFound, Forbidden, BadRequest for a cursor that is not ours. */
  async one(
    actor: Actor,
    organizationId: string,
    cluster: string,
    page?: string,
  ): Promise<Omit<ClusterPageView, 'state'>> {
    const view = await this.clusters.get(actor, organizationId, cluster);
    const request = { limit: MOST, page };
    const issues = await this.conversations.listIssues(actor, organizationId, { cluster }, request);
    const spaces = await this.clusters.pages(actor, organizationId, cluster, { limit: MOST_SPACES });
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
      choices: await this.choices(actor, organizationId, cluster, requests.items),
    };
  }

  /** The choices of the actor: to make a change request, take one, or let one go. */
  private async choices(
    actor: Actor,
    organizationId: string,
    cluster: string,
    made: readonly ChangeRequestRow[],
  ): Promise<ClusterChoices> {
    const { items } = await this.spaces.list(actor, organizationId, { limit: MAX_SPACES });
    const open = await this.changeRequests.listOfOrganization(actor, organizationId, {
      status: ['draft', 'open'],
      limit: MOST,
    });
    const ids = [...made, ...open.items].map(({ changeRequest: { spaceId } }) => spaceId);
    const visible = await this.spaces.findVisible(actor, organizationId, [...new Set(ids)]);
    const isEditable = ({ changeRequest }: ChangeRequestRow): boolean => {
      const view = visible.get(changeRequest.spaceId);
      return view !== undefined && mayEdit(view) && changeRequest.status !== 'merged';
    };
    return {
      spaces: items.filter(mayEdit).map(({ space: { id, title } }) => ({ id, title })),
      linkable: open.items.filter(
        (row) => row.changeRequest.conversationsIssuesCluster !== cluster && isEditable(row),
      ),
      changeable: new Set(made.filter(isEditable).map(({ changeRequest: { id } }) => id)),
    };
  }
}

/** True for who may open change requests in the space, and describe those that there are. */
function mayEdit({ permissions }: SpaceView): boolean {
  return permissions.edit;
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
