import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { SpaceHooks } from './space-hooks.js';
import { auditTarget, type SpaceView } from './space.types.js';
import { RETENTION_MS } from './space.values.js';
import { SpacesRepository } from './spaces.repository.js';
import { Spaces } from './spaces.service.js';

/** Deletes spaces, and restores them within seven days. */
@Injectable()
export class DeleteSpace {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly spaces: Spaces,
    private readonly repository: SpacesRepository,
    private readonly hooks: SpaceHooks,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Deletes a space; does nothing for a space that is deleted, unknown or not visible.
   * @throws Forbidden without the role.
   */
  async delete(actor: Actor, spaceId: string): Promise<void> {
    const view = await this.spaces.requireSpace(actor, spaceId, 'delete').catch(ignoreNotFound);
    if (!view) return;
    await this.db.transaction(async () => {
      const { organizationId } = view.space;
      const space = await this.repository.lock(organizationId, spaceId);
      if (!space || space.deletedAt !== null) return;
      await this.repository.update(organizationId, spaceId, {
        deletedAt: this.clock.now(),
        deletedBy: actor.userId,
      });
      await this.events.publish('space.deleted', { organizationId, spaceId, actorId: actor.userId });
      await this.audit.record({ organizationId, action: 'space.deleted', target: auditTarget(space) });
    });
  }

  /**
   * Restores a deleted space at its former place; a space that is not deleted stays as it is.
   * @throws NotFound once it is purged, Forbidden when it was deleted more than seven days ago.
   */
  async restore(actor: Actor, spaceId: string): Promise<SpaceView> {
    const { organizationId } = (await this.spaces.requireSpace(actor, spaceId, 'restore')).space;
    return this.db.transaction(async () => {
      const space = await this.repository.lock(organizationId, spaceId);
      if (!space) throw new NotFound('space');
      const view = await this.spaces.requireSpace(actor, spaceId, 'restore');
      if (space.deletedAt === null) return view;
      const now = this.clock.now();
      if (now.getTime() - space.deletedAt.getTime() > RETENTION_MS) {
        throw new Forbidden('The space was deleted more than seven days ago and cannot be restored.');
      }
      await this.repository.update(organizationId, spaceId, {
        deletedAt: null,
        deletedBy: null,
        updatedAt: now,
      });
      await this.hooks.restored.all(organizationId, spaceId);
      await this.events.publish('space.restored', { organizationId, spaceId, actorId: actor.userId });
      await this.audit.record({ organizationId, action: 'space.restored', target: auditTarget(space) });
      return this.spaces.requireSpace(actor, spaceId, 'view');
    });
  }
}

function ignoreNotFound(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
