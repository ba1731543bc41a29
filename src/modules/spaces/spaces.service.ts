import { Injectable } from '@nestjs/common';
import { requireAllowed, type Verdict } from '#modules/access/index.js';
import { LastSeenTracker, requireMember, requireOrganizationAdmin } from '#modules/organizations/index.js';
import { Database } from '#platform/database/database.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import { Events } from '#platform/events/events.js';
import type { Actor, Role, SiteReader } from '#platform/http/actor.js';
import { Credentials } from '#platform/http/credentials.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import {
  SPACE_IS_ARCHIVED,
  type SpaceAction,
  type SpaceFacts,
  spacePermissions,
  spaceVerdict,
} from './space.policy.js';
import type { SpaceGitSync } from './space-git-sync.js';
import { type SpacePublication, type SpaceRecord, type SpaceView, visibilityOf } from './space.types.js';
import { type SpaceFilter, type SpaceRow, SpacesRepository } from './spaces.repository.js';

export type CountedStatus = 'draft' | 'open' | 'archived' | 'merged';

/** Builds the projection of a space; the handler is in `spaces.jobs.ts`. */
export const PROJECT_SPACE = 'spaces.project';

/** Spaces: reads them, checks permissions on them, and takes notes of other modules about them. */
@Injectable()
export class Spaces {
  constructor(
    private readonly db: Database,
    private readonly events: Events,
    private readonly urls: Urls,
    private readonly spaces: SpacesRepository,
    private readonly presence: LastSeenTracker,
    private readonly credentials: Credentials,
  ) {}

  /**
   * The space, when the actor may do this to it. It takes one statement. Within a transaction it takes another one,
   * because decisions there must hold: the actor's memberships and token are then read again.
   * @throws Unauthorized when the token is not valid; NotFound when the space is unknown, not visible or (except for
   * `inspect`, `restore` and `purge`) deleted; Forbidden when the role does not suffice, or the space is locked or archived.
   */
  async requireSpace(actor: Actor, spaceId: string, action: SpaceAction): Promise<SpaceView> {
    const current = this.db.inTransaction ? await this.credentials.renew(actor) : actor;
    const row = current.reader
      ? (await this.ofReader(current.reader, [spaceId]))[0]
      : await this.spaces.find(current, spaceId);
    if (!row) throw new NotFound('space');
    requireAllowed('space', spaceVerdict(factsOf(row), action));
    this.presence.record(current, row.organizationId);
    return viewOf(row);
  }

  /** The spaces among `spaceIds` that are in the organization and visible to the actor, by id. */
  async findVisible(
    actor: Actor,
    organizationId: string,
    spaceIds: Iterable<string>,
  ): Promise<Map<string, SpaceView>> {
    const ids = [...new Set(spaceIds)];
    const { reader } = actor;
    if (reader && reader.organizationId !== organizationId) return new Map();
    const find = () =>
      reader ? this.ofReader(reader, ids) : this.spaces.findVisible(actor, organizationId, ids);
    const rows = ids.length === 0 ? [] : await find();
    return new Map(rows.map((row) => [row.id, viewOf(row)]));
  }

  /** True if the actor sees a space of the organization. */
  async isVisible(actor: Actor, place: { organizationId: string; spaceId: string }): Promise<boolean> {
    return (await this.findVisible(actor, place.organizationId, [place.spaceId])).has(place.spaceId);
  }

  /** The spaces among `spaceIds` that a site shows its reader, who sees no other spaces. */
  private async ofReader(reader: SiteReader, spaceIds: readonly string[]): Promise<SpaceRow[]> {
    const ids = spaceIds.filter((id) => reader.spaces.has(id));
    const found = ids.length === 0 ? [] : await this.spaces.findRecords(reader.organizationId, ids);
    return found.filter(({ deletedAt }) => deletedAt === null).map((space) => asRead(space, reader));
  }

  /** The spaces of the organization that the actor may see, in order. */
  async list(
    actor: Actor,
    organizationId: string,
    page: PageRequest,
    filter: SpaceFilter = {},
  ): Promise<Page<SpaceView>> {
    requireMember(actor, organizationId);
    return mapPage(await this.spaces.list(actor, organizationId, page, filter), viewOf);
  }

  /** The spaces of an organization whose merge rules are not those of the organization; for administrators. @throws NotFound, Forbidden */
  async listWithOwnRules(actor: Actor, organizationId: string, page: PageRequest): Promise<Page<SpaceView>> {
    requireOrganizationAdmin(actor, organizationId);
    return mapPage(await this.spaces.listWithOwnRules(organizationId, page), viewOf);
  }

  /** The spaces directly in a collection that the actor may see, in order. @throws NotFound */
  async listInCollection(
    actor: Actor,
    collectionId: string,
    page: PageRequest,
    filter: SpaceFilter = {},
  ): Promise<Page<SpaceView>> {
    const collection = await this.spaces.describeCollection(actor, collectionId);
    if (!collection || collection.role === null) throw new NotFound('collection');
    const { organizationId, count } = collection;
    return mapPage(
      await this.spaces.listInCollection(actor, organizationId, collectionId, count, page, filter),
      viewOf,
    );
  }

  /**
   * Spaces in their stored form, for modules that act without an actor; unknown ones are missing, deleted ones are
   * not.
   */
  async findRecords(organizationId: string, spaceIds: Iterable<string>): Promise<Map<string, SpaceRecord>> {
    const ids = [...new Set(spaceIds)];
    const rows = ids.length === 0 ? [] : await this.spaces.findRecords(organizationId, ids);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /**
   * The space, locked until the end of the transaction, so that decisions about it hold; for all that changes it.
   * @throws NotFound when it is unknown or deleted, Forbidden when it is archived.
   */
  async lock(organizationId: string, spaceId: string): Promise<SpaceRecord> {
    if (!this.db.inTransaction) throw new Error('lock() must be called inside a transaction.');
    const space = await this.spaces.lock(organizationId, spaceId);
    if (!space || space.deletedAt !== null) throw new NotFound('space');
    if (space.archivedAt !== null) throw new Forbidden(SPACE_IS_ARCHIVED);
    return space;
  }

  /** Notes the repository that the space is synced with; null for none any more. */
  async setGitSync(organizationId: string, spaceId: string, gitSync: SpaceGitSync | null): Promise<void> {
    await this.spaces.update(organizationId, spaceId, { gitSync });
  }

  /** Notes the publication of the space; null when no published site shows it any more. */
  async setPublished(organizationId: string, spaceId: string, place: SpacePublication | null): Promise<void> {
    await this.setAllPublished(organizationId, new Map([[spaceId, place]]));
  }

  /** As `setPublished`, for many at once; spaces with an equal publication are not updated. */
  async setAllPublished(
    organizationId: string,
    places: ReadonlyMap<string, SpacePublication | null>,
  ): Promise<void> {
    // Stored relative to our own address where possible, so that it stays right when PUBLIC_URL changes.
    const base = this.urls.base;
    const stored = [...places].map(([spaceId, place]) => ({
      spaceId,
      visibility: place?.visibility ?? null,
      url: place?.url.startsWith(`${base}/`) ? place.url.slice(base.length) : (place?.url ?? null),
      integration: place?.integration ?? null,
    }));
    await this.db.transaction(async () => {
      for (const was of await this.spaces.setPublished(organizationId, stored)) {
        const publishedVisibility = places.get(was.id)?.visibility ?? null;
        await this.recordVisibility({ ...was, organizationId }, { ...was, publishedVisibility });
      }
    });
  }

  /** Publishes the event of a changed visibility, if it changed, in the transaction of the change. */
  async recordVisibility(
    was: Pick<SpaceRecord, 'organizationId' | 'id' | 'parentId' | 'publishedVisibility'>,
    is: Pick<SpaceRecord, 'parentId' | 'publishedVisibility'>,
  ): Promise<void> {
    const { organizationId, id: spaceId } = was;
    const previous = visibilityOf(was);
    const visibility = visibilityOf(is);
    if (previous === visibility) return;
    await this.events.publish('space.visibility-updated', { organizationId, spaceId, previous, visibility });
  }

  /** Counts a change request that moved from one status to another; null before it existed, and after its deletion. */
  async countChangeRequests(
    space: Pick<SpaceRecord, 'organizationId' | 'id'>,
    from: CountedStatus | null,
    to: CountedStatus | null,
  ): Promise<void> {
    const delta = (status: CountedStatus): number => Number(to === status) - Number(from === status);
    const total = Number(to !== null) - Number(from !== null);
    await this.db.transaction(() =>
      this.spaces.count(space.organizationId, space.id, {
        total,
        open: delta('open'),
        draft: delta('draft'),
      }),
    );
  }

  /** Changes the number of open comments. */
  async countComments(organizationId: string, spaceId: string, delta: number): Promise<void> {
    await this.db.transaction(() => this.spaces.count(organizationId, spaceId, { comments: delta }));
  }
}

/**
 * A space as the reader of a site that shows it sees it: with its address on the site, and without anything about the
 * work of members on it.
 */
function asRead(space: SpaceRecord, { spaces }: SiteReader): SpaceRow {
  return {
    ...space,
    role: 'read',
    parentId: null,
    editMode: 'locked',
    archivedAt: null,
    mergeRules: { type: 'inherit' },
    defaultLevel: 'inherit',
    publishedUrl: spaces.get(space.id)?.url ?? null,
    commentsOpen: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
  };
}

export function viewOf(row: SpaceRow): SpaceView {
  return { space: row, role: row.role, permissions: spacePermissions(factsOf(row)) };
}

type DecidingColumns = Pick<SpaceRow, 'editMode' | 'archivedAt' | 'deletedAt'>;

export function factsOf({ role, ...space }: DecidingColumns & Pick<SpaceRow, 'role'>): SpaceFacts {
  const { editMode, archivedAt, deletedAt } = space;
  return { role, editMode, isDeleted: deletedAt !== null, isArchived: archivedAt !== null };
}

/** The verdict on an action of somebody with this role on the space. */
export function verdictOn(
  { space, role }: { space: DecidingColumns; role: Role | null },
  action: SpaceAction,
): Verdict {
  return spaceVerdict(factsOf({ ...space, role }), action);
}
