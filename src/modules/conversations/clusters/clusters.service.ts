import { Injectable } from '@nestjs/common';
import { ChangeRequests } from '#modules/change-requests/index.js';
import { Search, type SpaceHits } from '#modules/search/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { Conversations } from '../conversations.service.js';
import { tellingWordsOf } from '../language/terms.js';
import { type ClusterFilter, ClustersRepository, type ShownCluster } from '../records/clusters.repository.js';
import { ConversationsRepository } from '../records/conversations.repository.js';
import { IssuesRepository } from '../records/issues.repository.js';

const WEEKS = 13;
/** So many words of a cluster are looked for; fewer where nothing has so many. A page with one word of several answers by chance only. */
const WORDS_SEARCHED = [4, 3, 2];

/** Share of a cluster's questions that have a word that is looked for. */
const SHARED = 0.3;

/** A cluster with what is counted when it is asked for. */
export interface ClusterView {
  cluster: ShownCluster;
  /** Issues by week, the present one last. */
  weeklyPulse: number[];
}

/** Clusters of issues: what is asked again and again. */
@Injectable()
export class Clusters {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly conversations: Conversations,
    private readonly clusters: ClustersRepository,
    private readonly issues: IssuesRepository,
    private readonly locks: ConversationsRepository,
    private readonly changeRequests: ChangeRequests,
    private readonly search: Search,
  ) {}

  /** @throws NotFound, Forbidden for who may not read conversations. */
  async list(
    actor: Actor,
    organizationId: string,
    filter: ClusterFilter,
    request: PageRequest,
  ): Promise<Page<ClusterView>> {
    this.conversations.requireReader(actor, organizationId);
    const page = await this.clusters.list(organizationId, filter, request);
    const pulses = await this.pulsesOf(organizationId, page.items);
    return mapPage(page, (cluster) => ({ cluster, weeklyPulse: pulses.get(cluster.id)! }));
  }

  /** @throws NotFound, Forbidden for who may not read conversations. */
  async get(actor: Actor, organizationId: string, id: string): Promise<ClusterView> {
    const cluster = await this.requireCluster(actor, organizationId, id);
    const pulses = await this.pulsesOf(organizationId, [cluster]);
    return { cluster, weeklyPulse: pulses.get(id)! };
  }

  /**
   * The pages, of spaces that the actor may see, that have the words a cluster's questions share: what may answer it already.
   * @throws NotFound, Forbidden for who may not read conversations.
   */
  async pages(actor: Actor, organizationId: string, id: string, page: PageRequest): Promise<Page<SpaceHits>> {
    await this.requireCluster(actor, organizationId, id);
    const members = await this.issues.loadDescribed(organizationId, id);
    const words = sharedWords(members.map(({ title }) => title));
    let found: Page<SpaceHits> = { items: [], count: 0 };
    for (const most of WORDS_SEARCHED) {
      const query = words.slice(0, most).join(' ');
      if (query === '') break;
      if (words.length < most && most > 2) continue;
      found = await this.search.inOrganization(actor, organizationId, query, page);
      if (found.count > 0) break;
    }
    return found;
  }

  /**
   * Notes that a change request is made for the cluster, and for no other.
   * @throws NotFound for a cluster or change request that is not there or not visible, Forbidden for who may not edit it,
   * Conflict when it is merged.
   */
  async link(actor: Actor, organizationId: string, id: string, changeRequestId: string): Promise<void> {
    await this.db.transaction(async () => {
      // No cluster becomes part of another meanwhile.
      await this.locks.lockOrganization(organizationId);
      await this.requireCluster(actor, organizationId, id);
      const { spaceId } = await this.changeRequest(organizationId, changeRequestId);
      await this.changeRequests.setCluster(actor, spaceId, changeRequestId, id);
    });
  }

  /** The change request is made for no cluster; nothing happens when it was for another. @throws as `link` */
  async unlink(actor: Actor, organizationId: string, id: string, changeRequestId: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.requireCluster(actor, organizationId, id);
      const { spaceId, conversationsIssuesCluster } = await this.changeRequest(
        organizationId,
        changeRequestId,
      );
      if (conversationsIssuesCluster !== id) {
        await this.changeRequests.requireChangeRequest(actor, spaceId, changeRequestId, 'describe');
        return;
      }
      await this.changeRequests.setCluster(actor, spaceId, changeRequestId, null);
    });
  }

  private async requireCluster(actor: Actor, organizationId: string, id: string): Promise<ShownCluster> {
    this.conversations.requireReader(actor, organizationId);
    const cluster = await this.clusters.find(organizationId, id);
    if (!cluster) throw new NotFound('cluster');
    return cluster;
  }

  private async changeRequest(organizationId: string, id: string) {
    const row = (await this.changeRequests.findByIds(organizationId, [id])).get(id);
    if (!row) throw new NotFound('change request');
    return row.changeRequest;
  }

  private async pulsesOf(
    organizationId: string,
    clusters: readonly ShownCluster[],
  ): Promise<Map<string, number[]>> {
    const ids = clusters.map(({ id }) => id);
    const pulses = new Map(ids.map((id) => [id, new Array<number>(WEEKS).fill(0)]));
    const rows =
      ids.length === 0 ? [] : await this.issues.weeks(organizationId, ids, this.clock.now(), WEEKS);
    for (const { clusterId, week, issues } of rows) {
      const pulse = pulses.get(clusterId);
      if (pulse && week < WEEKS) pulse[WEEKS - 1 - week]! += issues;
    }
    return pulses;
  }
}

/** Words of the titles, as they are written most, the commonest first; those that only few of them have are left out. */
function sharedWords(titles: readonly string[]): string[] {
  const counts = new Map<string, { word: string; titles: number }>();
  for (const title of titles) {
    for (const [term, word] of tellingWordsOf(title)) {
      const known = counts.get(term);
      if (known) known.titles++;
      else counts.set(term, { word, titles: 1 });
    }
  }
  const shared = [...counts.values()].filter((count) => count.titles >= titles.length * SHARED);
  return shared.sort((a, b) => b.titles - a.titles).map(({ word }) => word);
}
