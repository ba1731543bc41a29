import { Injectable } from '@nestjs/common';
import { Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { GitConnectionsRepository } from '../sync/git-connections.repository.js';
import { requireSamePlace } from '../sync/same-place.js';
import { SiteChildren, type WantedChild } from './site-children.js';
import { type SiteConnection, SiteConnectionsRepository } from './site-connections.repository.js';
import { NEW_NODE, SitePartsHook } from './site-parts.js';
import { SiteStopped } from './site-stopped.js';
import type { SiteKeys } from './structure/first-keys.js';
import {
  isSameShape,
  named,
  nodesByKey,
  type SiteNode,
  type SiteShape,
  withKeys,
} from './structure/site-shape.js';

export interface StructureToApply {
  /** The structure that the site gets, by the keys of the file. */
  shape: SiteShape;
  keys: SiteKeys;
  /** The structure that the file says; null where it is to be written. */
  file: SiteShape | null;
  /** The site as it was read, with ids as keys. */
  site: SiteShape;
  /** The newest commit of the branch; null for an empty repository. */
  commit: string | null;
}

/** Makes a site what was planned: its structure, and the connections of its spaces. */
@Injectable()
export class ApplyStructure {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly spaces: Spaces,
    private readonly connections: SiteConnectionsRepository,
    private readonly spaceConnections: GitConnectionsRepository,
    private readonly children: SiteChildren,
    private readonly parts: SitePartsHook,
  ) {}

  /**
   * Does it in one transaction: a space is made and its key is noted, or neither.
   * @param authorize decides in the transaction whether the run may.
   * @returns a sentence for each space that came or went; null where somebody changed the site or the connection meanwhile.
   * @throws SiteStopped naming the space that the person may not sync, or that is connected otherwise.
   */
  async apply(
    actor: Actor,
    connection: SiteConnection,
    planned: StructureToApply,
    authorize: () => Promise<void>,
  ): Promise<string[] | null> {
    const { organizationId, siteId } = connection;
    const ids = await this.idsOf(connection, planned);
    const wanted = this.wantedOf(planned, ids);
    return this.db.transaction(async () => {
      const change = { seen: planned.site, wanted };
      const made = isSameShape(planned.site, wanted)
        ? new Map<string, string>()
        : await this.parts.get().write(actor, { organizationId, siteId }, change);
      const held = await this.connections.lock(organizationId, connection.id);
      requireSamePlace(held, connection);
      if (!made || held!.updatedAt.getTime() !== connection.updatedAt.getTime()) return null;
      await authorize();
      const keys = { ...planned.keys };
      for (const { key } of planned.shape.nodes) {
        const id = ids.get(key)!;
        keys[key] = made.get(id) ?? id;
      }
      const synced = planned.shape.nodes.filter(({ folder }) => folder !== null);
      for (const node of synced) await this.requireRight(actor, connection, node, keys[node.key]!);
      const before = await this.children.of(held!);
      const said = await this.children.arrange(
        held!,
        synced.map((node) => this.childOf(connection, planned, node, keys[node.key]!)),
      );
      const baseShape = planned.file ?? connection.baseShape;
      const formerFolders = { ...held!.formerFolders };
      for (const { spaceId, folder } of before) formerFolders[spaceId] = folder;
      await this.connections.update(connection, {
        ...{ keys, baseShape, baseCommit: planned.commit, formerFolders, pushing: null },
        updatedAt: this.clock.now(),
      });
      return said;
    });
  }

  /** Ids by key; of a node that the site does not have one that says so. A space that left the site before is taken again. */
  private async idsOf(
    { organizationId }: SiteConnection,
    { shape, keys, site }: StructureToApply,
  ): Promise<Map<string, string>> {
    const there = nodesByKey(site);
    const away = shape.nodes.flatMap(({ type, key }) => {
      const id = keys[key];
      return type === 'space' && id !== undefined && !there.has(id) ? [id] : [];
    });
    const records = await this.spaces.findRecords(organizationId, away);
    const ids = new Map<string, string>();
    for (const { type, key } of shape.nodes) {
      const id = keys[key];
      const isThere = id !== undefined && there.get(id)?.type === type;
      const isLive = id !== undefined && type === 'space' && records.get(id)?.deletedAt === null;
      ids.set(key, isThere || isLive ? id : NEW_NODE + key);
    }
    return ids;
  }

  private wantedOf({ shape, site }: StructureToApply, ids: ReadonlyMap<string, string>): SiteShape {
    const there = nodesByKey(site);
    const wanted = withKeys(shape, (key) => ids.get(key));
    return {
      ...wanted,
      nodes: wanted.nodes.map((node) => ({
        ...node,
        folder: null,
        language: node.language ?? there.get(node.key)?.language ?? null,
      })),
    };
  }

  private childOf(
    { baseShape, priority }: SiteConnection,
    { file }: StructureToApply,
    { key, folder }: SiteNode,
    spaceId: string,
  ): WantedChild {
    const isInFile = file?.nodes.some((node) => node.key === key) ?? false;
    const counts = baseShape === null ? priority : isInFile ? 'git' : 'bindery';
    return { spaceId, folder: folder!, priority: counts };
  }

  private async requireRight(
    actor: Actor,
    { organizationId, id }: SiteConnection,
    node: SiteNode,
    spaceId: string,
  ): Promise<void> {
    try {
      // An archived space rests, and does not keep the others from being synced.
      await this.spaces.requireSpace(actor, spaceId, 'viewGit');
    } catch (error) {
      if (!(error instanceof Forbidden || error instanceof NotFound)) throw error;
      throw new SiteStopped(
        'no-right',
        `The person who connected the site may not sync the ${named(node)}. Give them the right to edit it, or let somebody who has it connect the site.`,
      );
    }
    const other = await this.spaceConnections.findOfSpace(organizationId, spaceId);
    if (other && other.siteConnectionId !== id)
      throw new SiteStopped(
        'connected-otherwise',
        `The ${named(node)} is connected with a repository of its own. Disconnect that first, or set its content.directory to null.`,
      );
  }
}
