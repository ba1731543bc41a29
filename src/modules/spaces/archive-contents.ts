import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import {
  Collections,
  collectionVerdict,
  type CollectionView,
  Placement,
} from '#modules/collections/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict, Forbidden } from '#platform/http/errors.js';
import { SpaceEndingsRepository } from './space-endings.repository.js';
import { spaceVerdict } from './space.policy.js';
import { auditTarget, type SpaceView } from './space.types.js';
import { SpacesRepository } from './spaces.repository.js';
import { factsOf, Spaces } from './spaces.service.js';

/** Everything in a collection, and the collection itself. */
interface Contents {
  collectionIds: string[];
  spaceIds: string[];
  /** The times since which some of it is archived. */
  archivedAt: Date[];
}

/**
 * Archives spaces and collections, and brings them back as they were. Everything below an archived collection is archived: what was not
 * archived before has the time of the collection, by which it is known when the collection is unarchived.
 */
@Injectable()
export class ArchiveContents {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly spaces: Spaces,
    private readonly repository: SpacesRepository,
    private readonly endings: SpaceEndingsRepository,
    private readonly collections: Collections,
    private readonly placement: Placement,
    private readonly audit: AuditLog,
  ) {}

  /** Does nothing for a space that is archived. @throws NotFound, Forbidden */
  archiveSpace(actor: Actor, spaceId: string): Promise<SpaceView> {
    return this.db.transaction(async () => {
      const view = await this.lockSpace(actor, spaceId);
      const { organizationId, archivedAt } = view.space;
      if (archivedAt !== null) return view;
      await this.endings.archive(organizationId, [spaceId], this.clock.now());
      await this.audit.record({ organizationId, action: 'space.archived', target: auditTarget(view.space) });
      return this.spaces.requireSpace(actor, spaceId, 'view');
    });
  }

  /** Does nothing for a space that is not archived. @throws NotFound, Forbidden, Conflict within an archived collection. */
  unarchiveSpace(actor: Actor, spaceId: string): Promise<SpaceView> {
    return this.db.transaction(async () => {
      const view = await this.lockSpace(actor, spaceId);
      const { organizationId, archivedAt, parentId } = view.space;
      if (archivedAt === null) return view;
      await this.requireLiveParent(organizationId, parentId);
      await this.unarchive(actor, organizationId, [spaceId], archivedAt);
      await this.audit.record({
        organizationId,
        action: 'space.unarchived',
        target: auditTarget(view.space),
      });
      return this.spaces.requireSpace(actor, spaceId, 'view');
    });
  }

  /** Does nothing for a collection that is archived. @throws NotFound, Forbidden, also without the right to archive all that is in it. */
  archiveCollection(actor: Actor, collectionId: string): Promise<CollectionView> {
    return this.db.transaction(async () => {
      const view = await this.lockCollection(actor, collectionId);
      const { organizationId } = view.collection;
      if (view.collection.archivedAt !== null) return view;
      const contents = await this.requireContents(actor, organizationId, collectionId);
      // Everything that was archived before keeps its own time, however fast one follows the other.
      const times = contents.archivedAt.map((at) => at.getTime() + 1);
      const now = new Date(Math.max(this.clock.now().getTime(), ...times));
      await this.collections.archive(organizationId, contents.collectionIds, now);
      await this.endings.archive(organizationId, contents.spaceIds, now);
      await this.recordOf(view, 'collection.archived');
      return this.collections.requireCollection(actor, collectionId, 'view');
    });
  }

  /**
   * Unarchives a collection with all that was archived with it; does nothing for one that is not archived.
   * @throws NotFound, Forbidden as for archiving, Conflict within an archived collection.
   */
  unarchiveCollection(actor: Actor, collectionId: string): Promise<CollectionView> {
    return this.db.transaction(async () => {
      const view = await this.lockCollection(actor, collectionId);
      const { organizationId, archivedAt, parentId } = view.collection;
      if (archivedAt === null) return view;
      await this.requireLiveParent(organizationId, parentId);
      const contents = await this.requireContents(actor, organizationId, collectionId);
      await this.collections.unarchive(organizationId, contents.collectionIds, archivedAt);
      await this.unarchive(actor, organizationId, contents.spaceIds, archivedAt);
      await this.recordOf(view, 'collection.unarchived');
      return this.collections.requireCollection(actor, collectionId, 'view');
    });
  }

  private async unarchive(actor: Actor, organizationId: string, ids: string[], at: Date): Promise<void> {
    for (const spaceId of await this.endings.unarchive(organizationId, ids, at))
      await this.events.publish('space.unarchived', { organizationId, spaceId, actorId: actor.userId });
  }

  /** Takes the organization's turn, in which nothing is put into a collection, then the space as it is now. */
  private async lockSpace(actor: Actor, spaceId: string): Promise<SpaceView> {
    const { organizationId } = (await this.spaces.requireSpace(actor, spaceId, 'archive')).space;
    await this.placement.lock(organizationId);
    const view = await this.spaces.requireSpace(actor, spaceId, 'archive');
    if (view.space.organizationId !== organizationId)
      throw new Conflict('The space was just moved elsewhere.');
    return view;
  }

  /** The same for a collection. */
  private async lockCollection(actor: Actor, collectionId: string): Promise<CollectionView> {
    const found = await this.collections.requireCollection(actor, collectionId, 'archive');
    const { organizationId } = found.collection;
    await this.placement.lock(organizationId);
    const view = await this.collections.requireCollection(actor, collectionId, 'archive');
    if (view.collection.organizationId !== organizationId)
      throw new Conflict('The collection was just moved elsewhere.');
    return view;
  }

  /** @throws Forbidden where the actor may not archive each of the collections and spaces, those in the bin too. */
  private async requireContents(
    actor: Actor,
    organizationId: string,
    collectionId: string,
  ): Promise<Contents> {
    const collectionIds = await this.collections.findSubtree(organizationId, collectionId);
    const views = await this.collections.findVisible(actor, organizationId, collectionIds);
    const spaces = await this.repository.listInCollections(actor, organizationId, collectionIds);
    const mayCollection = (id: string) => {
      const role = views.get(id)?.role ?? null;
      return collectionVerdict({ role, isArchived: false }, 'archive').allowed;
    };
    const mayAll =
      collectionIds.every(mayCollection) &&
      spaces.every((space) => spaceVerdict({ ...factsOf(space), isDeleted: false }, 'archive').allowed);
    if (!mayAll)
      throw new Forbidden('The collection contains a space or a collection that you may not archive.');
    const archivedAt = [...[...views.values()].map(({ collection }) => collection), ...spaces].flatMap(
      (one) => one.archivedAt ?? [],
    );
    return { collectionIds, spaceIds: spaces.map(({ id }) => id), archivedAt };
  }

  /** @throws Conflict where the collection around it is archived, and so everything in that. */
  private async requireLiveParent(organizationId: string, parentId: string | null): Promise<void> {
    if (parentId === null) return;
    const { archivedAt } = await this.collections.lock(organizationId, parentId);
    if (archivedAt !== null)
      throw new Conflict('It is in an archived collection. Unarchive that collection instead.');
  }

  private recordOf(
    { collection: { organizationId, id, title: label } }: CollectionView,
    action: 'collection.archived' | 'collection.unarchived',
  ): Promise<void> {
    return this.audit.record({ organizationId, action, target: { type: 'collection', id, label } });
  }
}
