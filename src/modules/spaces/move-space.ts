import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Collections, type MoveRequest, Placement, requireSomething } from '#modules/collections/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict } from '#platform/http/errors.js';
import { auditTarget, type SpaceView } from './space.types.js';
import { SpacesRepository } from './spaces.repository.js';
import { Spaces } from './spaces.service.js';

/** Moves a space within its organization. */
@Injectable()
export class MoveSpace {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly spaces: Spaces,
    private readonly repository: SpacesRepository,
    private readonly collections: Collections,
    private readonly placement: Placement,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @throws BadRequest for a position that is not in the parent, NotFound for an unknown parent, Forbidden without the role
   * `create` on it, Conflict when nothing would change.
   */
  async execute(actor: Actor, spaceId: string, request: MoveRequest): Promise<SpaceView> {
    requireSomething(request);
    return this.db.transaction(async () => {
      const { organizationId } = (await this.spaces.requireSpace(actor, spaceId, 'manage')).space;
      await this.placement.lock(organizationId);
      // Checked again, because permissions and parents may have changed while this waited for the lock.
      const { space } = await this.spaces.requireSpace(actor, spaceId, 'manage');
      if (space.organizationId !== organizationId) throw new Conflict('The space was just moved elsewhere.');
      const parentId = request.parent === undefined ? space.parentId : request.parent;
      if (parentId !== space.parentId) await this.collections.requireParent(actor, organizationId, parentId);
      const item = { type: 'space' as const, id: spaceId, place: space };
      const position = await this.placement.forMove(actor, organizationId, item, parentId, request.position);
      if (position === null) throw new Conflict('The space is in this place already.');
      await this.repository.update(organizationId, spaceId, {
        parentId,
        position,
        updatedAt: this.clock.now(),
      });
      await this.events.publish('space.updated', {
        ...{ organizationId, spaceId, fields: ['parentId', 'position'], actorId: actor.userId },
      });
      await this.spaces.recordVisibility(space, { ...space, parentId });
      const target = auditTarget(space);
      const changes = { parentId, position };
      await this.audit.recordUpdate({ organizationId, action: 'space.moved', target, was: space, changes });
      return this.spaces.requireSpace(actor, spaceId, 'view');
    });
  }
}
