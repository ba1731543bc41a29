import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Collections, Placement } from '#modules/collections/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { newId } from '#platform/ids/ids.js';
import { FirstContent } from './first-content.js';
import { auditTarget, type SpaceView } from './space.types.js';
import type { CreateSpaceBody } from './space.dto.js';
import { SpacesRepository } from './spaces.repository.js';
import { Spaces } from './spaces.service.js';

/** Creates a space, with a first page unless it is to be empty. */
@Injectable()
export class CreateSpace {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly spaces: Spaces,
    private readonly repository: SpacesRepository,
    private readonly collections: Collections,
    private readonly placement: Placement,
    private readonly firstContent: FirstContent,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @throws NotFound for an organization or parent that the actor does not see, Forbidden without the role `create` there,
   * BadRequest as `FirstContent.plan`.
   */
  async execute(actor: Actor, organizationId: string, input: CreateSpaceBody): Promise<SpaceView> {
    const parentId = input.parent ?? null;
    const title = input.title ?? 'Untitled';
    await this.collections.requireParent(actor, organizationId, parentId);
    const now = this.clock.now();
    const id = newId(now.getTime());
    const place = { organizationId, spaceId: id };
    const edits = await this.firstContent.plan(actor, place, title, input);
    return this.db.transaction(async () => {
      const revision = await this.firstContent.write(place, actor.userId, edits);
      await this.placement.lock(organizationId);
      // Checked again, because the parent may have been deleted while this waited for the lock.
      await this.collections.requireParent(actor, organizationId, parentId);
      await this.repository.insert({
        ...{ organizationId, id, parentId, title },
        position: await this.placement.atEnd(organizationId, parentId),
        emoji: input.emoji ?? '',
        icon: null,
        editMode: input.editMode ?? 'locked',
        defaultLevel: 'inherit',
        language: input.language ?? null,
        mergeRules: { type: 'inherit' },
        revisionId: revision.id,
        snapshot: revision.snapshot,
        ...NOTHING_YET,
        ...{ createdAt: now, updatedAt: now, archivedAt: null, deletedAt: null, deletedBy: null },
      });
      await this.events.publish('space.created', { organizationId, spaceId: id, actorId: actor.userId });
      const target = auditTarget({ id, title });
      await this.audit.record({
        organizationId,
        action: 'space.created',
        target,
        after: { title, parentId },
      });
      return this.spaces.requireSpace(actor, id, 'view');
    });
  }
}

/** The fields that are empty in a new space. */
export const NOTHING_YET = {
  publishedVisibility: null,
  publishedUrl: null,
  publishedIntegration: null,
  gitSync: null,
  commentsOpen: 0,
  changeRequests: 0,
  changeRequestsOpen: 0,
  changeRequestsDraft: 0,
};
