import { Injectable } from '@nestjs/common';
import { atLeast, Grants } from '#modules/access/index.js';
import { AuditLog } from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, NotFound, PreconditionFailed } from '#platform/http/errors.js';
import { CollectionHooks } from './collection-hooks.js';
import type { CollectionAction } from './collection.policy.js';
import { auditTarget, type CollectionRecord, type CollectionView } from './collection.types.js';
import { CollectionsRepository } from './collections.repository.js';
import { Collections } from './collections.service.js';
import { Placement, type PositionRequest } from './placement.js';
import { requireTransferTarget } from './transfer-target.js';

export interface MoveRequest {
  /** Null is the root of the organization; absent keeps the parent. */
  parent?: string | null;
  position?: PositionRequest;
}

/** Changes the tree of collections: moves, deletions and transfers. */
@Injectable()
export class CollectionTree {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly collections: Collections,
    private readonly repository: CollectionsRepository,
    private readonly placement: Placement,
    private readonly grants: Grants,
    private readonly hooks: CollectionHooks,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Moves a collection with everything in it.
   * @throws BadRequest for a place that does not exist or is inside the collection, Conflict when nothing would change.
   */
  async move(actor: Actor, collectionId: string, request: MoveRequest): Promise<CollectionView> {
    requireSomething(request);
    return this.db.transaction(async () => {
      const collection = await this.lock(actor, collectionId, 'manage');
      const { organizationId } = collection;
      const parentId = request.parent === undefined ? collection.parentId : request.parent;
      if (parentId !== null) await this.refuseCycle(organizationId, collectionId, parentId);
      if (parentId !== collection.parentId) {
        await this.collections.requireParent(actor, organizationId, parentId);
      }
      const item = { type: 'collection' as const, id: collectionId, place: collection };
      const position = await this.placement.forMove(actor, organizationId, item, parentId, request.position);
      if (position === null) throw new Conflict('The collection is in this place already.');
      const changes = { parentId, position, updatedAt: this.clock.now() };
      await this.repository.update(organizationId, collectionId, changes);
      await this.events.publish('collection.updated', {
        organizationId,
        collectionId,
        fields: ['parentId', 'position'],
        actorId: actor.userId,
      });
      await this.audit.recordUpdate({
        organizationId,
        action: 'collection.moved',
        target: auditTarget(collection),
        was: collection,
        changes: { parentId, position },
      });
      return this.collections.requireCollection(actor, collectionId, 'view');
    });
  }

  /**
   * Deletes a collection; what was in it takes its place in the parent and keeps its audience: the default level and
   * the grants of the collection pass to its contents. A collection that is not there, or not visible, is fine.
   */
  async delete(actor: Actor, collectionId: string): Promise<void> {
    await this.db.transaction(async () => {
      const collection = await this.lock(actor, collectionId, 'delete').catch(ignoreNotFound);
      if (!collection) return;
      const { organizationId } = collection;
      const contents = await this.placement.unfold(organizationId, collection);
      const resource = { organizationId, type: 'collection' as const, id: collectionId };
      for (const [type, ids] of contents) await this.grants.copy(resource, type, ids);
      await this.grants.dropResources(organizationId, 'collection', [collectionId]);
      await this.repository.delete(organizationId, collectionId);
      await this.events.publish('collection.deleted', {
        organizationId,
        collectionId,
        actorId: actor.userId,
      });
      const target = auditTarget(collection);
      const { title, parentId } = collection;
      await this.audit.record({
        organizationId,
        action: 'collection.deleted',
        target,
        before: { title, parentId },
      });
    });
  }

  /**
   * Gives a collection with everything in it to another organization, at the end of its root.
   * @throws Conflict, PreconditionFailed, Forbidden as the contract has it; see `requireTransferTarget`.
   */
  async transfer(actor: Actor, collectionId: string, to: string): Promise<CollectionView> {
    const from = (await this.collections.requireCollection(actor, collectionId, 'transfer')).collection
      .organizationId;
    requireTransferTarget(actor, from, to);
    const ids = await this.repository.findSubtree(from, collectionId);
    await this.refuseTransfer(actor, from, ids);
    const moveContents = await this.hooks.prepareTransfer.all(actor, from, to, ids);
    return this.db.transaction(async () => {
      await this.placement.lock(from, to);
      // Looked at again: somebody else may have changed it while this waited.
      const { collection } = await this.collections.requireCollection(actor, collectionId, 'transfer');
      const now = await this.repository.findSubtree(from, collectionId);
      if (collection.organizationId !== from || now.join() !== ids.join()) {
        throw new Conflict('The collection has changed meanwhile; try again.');
      }
      await this.refuseTransfer(actor, from, ids);
      await this.moveRows(collectionId, ids, from, to);
      for (const move of moveContents) await move();
      await this.events.publish('collection.transferred', {
        organizationId: to,
        collectionId,
        from,
        actorId: actor.userId,
      });
      // Both sides want to know.
      for (const organizationId of [from, to]) {
        const ends = { before: { organization: from }, after: { organization: to } };
        const target = auditTarget(collection);
        await this.audit.record({ organizationId, action: 'collection.transferred', target, ...ends });
      }
      return this.collections.requireCollection(actor, collectionId, 'view');
    });
  }

  private async moveRows(collectionId: string, ids: string[], from: string, to: string): Promise<void> {
    await this.repository.transfer(from, to, ids, this.clock.now());
    const position = await this.placement.atEnd(to, null);
    await this.repository.update(to, collectionId, { parentId: null, position });
    await this.grants.transfer('collection', ids, from, to);
  }

  /** Takes the organization's turn, then the collection as it is now. */
  private async lock(
    actor: Actor,
    collectionId: string,
    action: CollectionAction,
  ): Promise<CollectionRecord> {
    const { organizationId } = (await this.collections.requireCollection(actor, collectionId, action))
      .collection;
    await this.placement.lock(organizationId);
    const { collection } = await this.collections.requireCollection(actor, collectionId, action);
    if (collection.organizationId !== organizationId)
      throw new Conflict('The collection was just moved elsewhere.');
    return collection;
  }

  private async refuseCycle(organizationId: string, collectionId: string, parentId: string): Promise<void> {
    const ancestors = await this.repository.findAncestors(organizationId, parentId);
    if (ancestors.some(({ id }) => id === collectionId)) {
      throw new BadRequest('parent: a collection cannot be moved into itself or into what it contains.');
    }
  }

  private async refuseTransfer(actor: Actor, from: string, ids: string[]): Promise<void> {
    const views = await this.collections.findVisible(actor, from, ids);
    if (ids.some((id) => !atLeast(views.get(id)?.role ?? null, 'admin'))) {
      throw new PreconditionFailed(
        'The collection cannot be moved: it contains collections you do not administrate.',
      );
    }
    const reason = await this.hooks.refuseTransfer.first(actor, from, ids);
    if (reason !== null) throw new PreconditionFailed(reason);
  }
}

/** @throws BadRequest for a move that names no target at all. */
export function requireSomething({ parent, position }: MoveRequest): void {
  if (parent === undefined && position === undefined) {
    throw new BadRequest('Say where to move it: parent, position or both.');
  }
}

function ignoreNotFound(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
