import { Injectable } from '@nestjs/common';
import { atLeast, type DefaultLevel, requireAllowed } from '#modules/access/index.js';
import { AuditLog } from '#modules/audit/index.js';
import { requireInOrganization, requireMember } from '#modules/organizations/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import { Events } from '#platform/events/events.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import {
  type CollectionAction,
  type CollectionFacts,
  collectionPermissions,
  collectionVerdict,
} from './collection.policy.js';
import { auditTarget, type CollectionRecord, type CollectionView } from './collection.types.js';
import {
  type CollectionChanges,
  type CollectionRow,
  CollectionsRepository,
} from './collections.repository.js';
import { Placement } from './placement.js';
import type { CreateCollectionBody, UpdateCollectionBody } from './collection.dto.js';

/** Folders of spaces. */
@Injectable()
export class Collections {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly collections: CollectionsRepository,
    private readonly placement: Placement,
    private readonly audit: AuditLog,
  ) {}

  /**
   * The collection, when the actor may do this to it.
   * @throws NotFound when it is unknown or not visible, Forbidden when the role does not suffice.
   */
  async requireCollection(
    actor: Actor,
    collectionId: string,
    action: CollectionAction,
  ): Promise<CollectionView> {
    const row = await this.collections.find(actor, collectionId);
    if (!row) throw new NotFound('collection');
    requireAllowed('collection', collectionVerdict(factsOf(row), action));
    return viewOf(row);
  }

  /** The given collections that are in the organization and visible to the actor, by id. */
  async findVisible(
    actor: Actor,
    organizationId: string,
    collectionIds: Iterable<string>,
  ): Promise<Map<string, CollectionView>> {
    const ids = [...new Set(collectionIds)];
    const rows = ids.length === 0 ? [] : await this.collections.findVisible(actor, organizationId, ids);
    return new Map(rows.map((row) => [row.id, viewOf(row)]));
  }

  /** Titles of collections by id, for modules that act without an actor; unknown ones are missing. */
  async findTitles(organizationId: string, ids: readonly string[]): Promise<Map<string, string>> {
    return ids.length === 0 ? new Map() : this.collections.findTitles(organizationId, ids);
  }

  /** Collections that the actor may see, by position; `nested: false` leaves out the contents of other collections. */
  async list(
    actor: Actor,
    organizationId: string,
    nested: boolean,
    page: PageRequest,
  ): Promise<Page<CollectionView>> {
    requireMember(actor, organizationId);
    return mapPage(await this.collections.list(actor, organizationId, nested, page), viewOf);
  }

  /**
   * Checks that the actor may put something into a parent of the organization; null is the root.
   * @throws NotFound for a parent that is unknown, invisible or elsewhere; Forbidden when the role does not suffice.
   */
  async requireParent(actor: Actor, organizationId: string, parentId: string | null): Promise<void> {
    requireMember(actor, organizationId);
    if (parentId === null) return requireInOrganization(actor, organizationId, 'createContent');
    const { collection } = await this.requireCollection(actor, parentId, 'create');
    if (collection.organizationId !== organizationId) throw new NotFound('collection');
  }

  /** Ids of the collection and of all collections in it; for callers who have authorised. */
  findSubtree(organizationId: string, collectionId: string): Promise<string[]> {
    return this.collections.findSubtree(organizationId, collectionId);
  }

  /** Archives those of the collections that are not archived. */
  archive(organizationId: string, ids: readonly string[], at: Date): Promise<void> {
    return this.collections.archive(organizationId, ids, at);
  }

  /** Unarchives those of the collections that were archived at this time. */
  unarchive(organizationId: string, ids: readonly string[], at: Date): Promise<void> {
    return this.collections.unarchive(organizationId, ids, at);
  }

  async create(actor: Actor, organizationId: string, input: CreateCollectionBody): Promise<CollectionView> {
    const parentId = input.parent ?? null;
    return this.db.transaction(async () => {
      await this.placement.lock(organizationId);
      await this.requireParent(actor, organizationId, parentId);
      const now = this.clock.now();
      const collection: CollectionRecord = {
        organizationId,
        id: newId(now.getTime()),
        parentId,
        position: await this.placement.atEnd(organizationId, parentId),
        title: input.title ?? 'Untitled',
        description: null,
        defaultLevel: 'inherit',
        createdAt: now,
        updatedAt: now,
        archivedAt: null,
      };
      await this.collections.insert(collection);
      const payload = { organizationId, collectionId: collection.id, actorId: actor.userId };
      await this.events.publish('collection.created', payload);
      const { title } = collection;
      const target = auditTarget(collection);
      await this.audit.record({
        organizationId,
        action: 'collection.created',
        target,
        after: { title, parentId },
      });
      return this.requireCollection(actor, collection.id, 'view');
    });
  }

  /** Writes what changed. @throws Forbidden for a default level above the actor's own role. */
  async update(actor: Actor, collectionId: string, update: UpdateCollectionBody): Promise<CollectionView> {
    return this.db.transaction(async () => {
      const { organizationId } = (await this.requireCollection(actor, collectionId, 'manage')).collection;
      const collection = await this.lock(organizationId, collectionId);
      const view = await this.requireCollection(actor, collectionId, 'manage');
      const changes = changesOf(collection, update);
      if (changes.defaultLevel !== undefined) {
        await this.requireLevel(view.role, organizationId, collection.parentId, changes.defaultLevel);
      }
      const fields = Object.keys(changes);
      if (fields.length === 0) return view;
      await this.collections.update(organizationId, collectionId, {
        ...changes,
        updatedAt: this.clock.now(),
      });
      const payload = { organizationId, collectionId, fields, actorId: actor.userId };
      await this.events.publish('collection.updated', payload);
      const target = auditTarget(collection);
      await this.audit.recordUpdate({
        organizationId,
        action: 'collection.updated',
        target,
        was: collection,
        changes,
      });
      return this.requireCollection(actor, collectionId, 'view');
    });
  }

  /**
   * The collection as it is now, which nobody else changes before the caller's transaction ends; for callers who have authorised.
   * @throws NotFound
   */
  async lock(organizationId: string, collectionId: string): Promise<CollectionRecord> {
    if (!this.db.inTransaction) throw new Error('lock() must be called inside a transaction.');
    const collection = await this.collections.lock(organizationId, collectionId);
    if (!collection) throw new NotFound('collection');
    return collection;
  }

  /**
   * Checks that a new default level lets nobody do more than the actor may.
   * @param held the actor's role on the thing.
   * @param parentId where the thing is: what `inherit` would mean.
   * @throws Forbidden otherwise.
   */
  async requireLevel(
    held: Role | null,
    organizationId: string,
    parentId: string | null,
    level: DefaultLevel,
  ): Promise<void> {
    const given = level === 'inherit' ? await this.inheritedLevel(organizationId, parentId) : level;
    if (given !== null && !atLeast(held, given)) {
      throw new Forbidden(
        `defaultLevel: you cannot give everybody the role "${given}", which is above your own.`,
      );
    }
  }

  /**
   * The level that contents of the parent inherit, and the collection that sets it; null where none does, so that the role of each member
   * in the organization counts. For callers who have authorised.
   */
  async findInherited(
    organizationId: string,
    parentId: string | null,
  ): Promise<{ level: Role | null; collectionId: string } | null> {
    if (parentId === null) return null;
    const ancestors = await this.collections.findAncestors(organizationId, parentId);
    for (const { id, defaultLevel } of ancestors)
      if (defaultLevel !== 'inherit') return { level: defaultLevel, collectionId: id };
    return null;
  }

  /** The level that contents of the parent inherit, as a role; null for no level, or for each member's own role. */
  private async inheritedLevel(organizationId: string, parentId: string | null): Promise<Role | null> {
    return (await this.findInherited(organizationId, parentId))?.level ?? null;
  }
}

export function viewOf(row: CollectionRow): CollectionView {
  const { role, ...collection } = row;
  return { collection, role, permissions: collectionPermissions(factsOf(row)) };
}

function factsOf({ role, archivedAt }: Pick<CollectionRow, 'role' | 'archivedAt'>): CollectionFacts {
  return { role, isArchived: archivedAt !== null };
}

function changesOf(collection: CollectionRecord, update: UpdateCollectionBody): CollectionChanges {
  const { title, description, defaultLevel } = update;
  const changes: { -readonly [Field in keyof CollectionChanges]: CollectionChanges[Field] } = {};
  if (title !== undefined && title !== collection.title) changes.title = title;
  const text = description === '' ? null : description;
  if (text !== undefined && text !== collection.description) changes.description = text;
  if (defaultLevel !== undefined && defaultLevel !== collection.defaultLevel)
    changes.defaultLevel = defaultLevel;
  return changes;
}
