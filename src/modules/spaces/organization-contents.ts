import { Injectable } from '@nestjs/common';
import { Collections, type CollectionView } from '#modules/collections/index.js';
import { likePattern, requireMember } from '#modules/organizations/index.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { type ContentCounts, ContentsRepository } from './contents.repository.js';
import type { SpaceView } from './space.types.js';
import { Spaces } from './spaces.service.js';

/** A collection with the numbers of what somebody sees directly in it, or a space. */
export type ContentItem =
  { kind: 'collection'; view: CollectionView; counts: ContentCounts } | { kind: 'space'; view: SpaceView };

const NOTHING: ContentCounts = { spaces: 0, collections: 0, archived: 0 };

/** Collections and spaces of an organization in the one order that they share. */
@Injectable()
export class OrganizationContents {
  constructor(
    private readonly contents: ContentsRepository,
    private readonly spaces: Spaces,
    private readonly collections: Collections,
  ) {}

  /**
   * Spaces and collections that the actor sees directly in a collection, or at the root where it is null, in order. What is archived is
   * only in lists of archived collections.
   * @throws NotFound for an organization or a collection that the actor does not see.
   */
  async listLevel(
    actor: Actor,
    organizationId: string,
    collectionId: string | null,
    page: PageRequest,
  ): Promise<Page<ContentItem>> {
    requireMember(actor, organizationId);
    let isArchived = false;
    if (collectionId !== null) {
      const { collection } = await this.collections.requireCollection(actor, collectionId, 'view');
      if (collection.organizationId !== organizationId) throw new NotFound('collection');
      isArchived = collection.archivedAt !== null;
    }
    const level = { collectionId, isArchived };
    const keys = await this.contents.listLevel(actor, organizationId, level, page);
    return this.load(actor, organizationId, keys);
  }

  /**
   * Archived spaces and collections that the actor sees, the latest first; what was archived with a collection is in that.
   * @throws NotFound for an organization that the actor does not see.
   */
  async listArchived(actor: Actor, organizationId: string, page: PageRequest): Promise<Page<ContentItem>> {
    requireMember(actor, organizationId);
    return this.load(actor, organizationId, await this.contents.listArchived(actor, organizationId, page));
  }

  /** Spaces and collections that have the words in their title, in all collections, by title. @throws NotFound for an organization that the actor does not see. */
  async search(
    actor: Actor,
    organizationId: string,
    words: string,
    page: PageRequest,
  ): Promise<Page<ContentItem>> {
    requireMember(actor, organizationId);
    const keys = await this.contents.search(actor, organizationId, likePattern(words), page);
    return this.load(actor, organizationId, keys);
  }

  /** Numbers of what the actor sees directly in a collection. */
  async countIn(actor: Actor, organizationId: string, collectionId: string): Promise<ContentCounts> {
    const counts = await this.contents.count(actor, organizationId, [collectionId]);
    return counts.get(collectionId) ?? NOTHING;
  }

  private async load(
    actor: Actor,
    organizationId: string,
    page: Page<{ kind: 'space' | 'collection'; id: string }>,
  ): Promise<Page<ContentItem>> {
    const idsOf = (wanted: 'space' | 'collection') =>
      page.items.filter(({ kind }) => kind === wanted).map(({ id }) => id);
    const spaces = await this.spaces.findVisible(actor, organizationId, idsOf('space'));
    const folders = idsOf('collection');
    const collections = await this.collections.findVisible(actor, organizationId, folders);
    const counts: Map<string, ContentCounts> =
      folders.length === 0 ? new Map() : await this.contents.count(actor, organizationId, folders);
    const items = page.items.flatMap(({ kind, id }): ContentItem[] => {
      const space = spaces.get(id);
      if (kind === 'space') return space ? [{ kind, view: space }] : [];
      const view = collections.get(id);
      return view ? [{ kind, view, counts: counts.get(id) ?? NOTHING }] : [];
    });
    return { ...page, items };
  }
}
