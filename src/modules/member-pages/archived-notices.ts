import { Injectable } from '@nestjs/common';
import { Collections, collectionVerdict } from '#modules/collections/index.js';
import { Spaces, verdictOn } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { agoWords } from './shell/ago.js';
import type { ArchivedView, Place } from './shell/shell-view.js';
import type { ShellPage } from './shell/shown-page.js';

/** Tells whether the space or collection of a page is archived, and whether the member may bring it back. */
@Injectable()
export class ArchivedNotices {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly spaces: Spaces,
    private readonly collections: Collections,
  ) {}

  /** @returns null for a page of nothing that is archived. */
  async find(
    actor: Actor,
    { space, organizationId, collectionId }: Pick<ShellPage, 'space' | 'organizationId' | 'collectionId'>,
  ): Promise<ArchivedView | null> {
    if (space) {
      const { id, archivedAt, parentId } = space;
      if (archivedAt === null) return null;
      const view = (await this.spaces.findVisible(actor, space.organizationId, [id])).get(id);
      const may = view !== undefined && verdictOn(view, 'archive').allowed;
      const around = await this.around(actor, space.organizationId, parentId);
      const unarchiveAt = may && !around ? this.to('s', id, '~', 'settings') : null;
      return { what: 'space', ago: this.ago(archivedAt), around, unarchiveAt };
    }
    if (collectionId === undefined || organizationId === undefined) return null;
    const found = await this.collections.findVisible(actor, organizationId, [collectionId]);
    const view = found.get(collectionId);
    if (!view || view.collection.archivedAt === null) return null;
    const { archivedAt, parentId } = view.collection;
    const may = collectionVerdict({ role: view.role, isArchived: true }, 'archive').allowed;
    const around = await this.around(actor, organizationId, parentId);
    const unarchiveAt = may && !around ? this.to('c', collectionId, 'settings') : null;
    return { what: 'collection', ago: this.ago(archivedAt), around, unarchiveAt };
  }

  /** The collection around it, where that is archived and seen. */
  private async around(actor: Actor, organizationId: string, parentId: string | null): Promise<Place | null> {
    if (parentId === null) return null;
    const found = await this.collections.findVisible(actor, organizationId, [parentId]);
    const around = found.get(parentId)?.collection;
    if (!around || around.archivedAt === null) return null;
    return { href: this.to('c', around.id), title: around.title };
  }

  private ago(at: Date): string {
    return agoWords(at, this.clock.now());
  }

  private to(...segments: string[]): string {
    return `${this.config.basePath}/app/${segments.map(encodeURIComponent).join('/')}`;
  }
}
