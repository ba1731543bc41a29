import { Injectable } from '@nestjs/common';
import { Grants } from '#modules/access/index.js';
import { AuditLog } from '#modules/audit/index.js';
import { Revisions } from '#modules/content/index.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict, NotFound } from '#platform/http/errors.js';
import { SpaceEndingsRepository } from './space-endings.repository.js';
import { SpaceHooks } from './space-hooks.js';
import { auditTarget } from './space.types.js';
import { Spaces } from './spaces.service.js';

/** Removes deleted spaces for good, with everything that belongs to them. */
@Injectable()
export class PurgeSpace {
  constructor(
    private readonly db: Database,
    private readonly events: Events,
    private readonly spaces: Spaces,
    private readonly endings: SpaceEndingsRepository,
    private readonly revisions: Revisions,
    private readonly grants: Grants,
    private readonly hooks: SpaceHooks,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Removes a deleted space at once, though it could still be restored.
   * @throws NotFound once it is gone, Forbidden without the role `admin`, Conflict for a space that is not deleted.
   */
  async execute(actor: Actor, spaceId: string): Promise<void> {
    const { organizationId } = (await this.spaces.requireSpace(actor, spaceId, 'purge')).space;
    await this.db.transaction(async () => {
      // A restoration at the same time comes before the lock, or finds nothing.
      if (!(await this.endings.lockForPurge(organizationId, spaceId))) throw new NotFound('space');
      const { space } = await this.spaces.requireSpace(actor, spaceId, 'purge');
      if (space.deletedAt === null) throw new Conflict('The space is not deleted; delete it first.');
      await this.remove(organizationId, space);
    });
  }

  /** Removes a space that was deleted before `before`; false when it was restored or removed meanwhile. */
  expired(organizationId: string, spaceId: string, before: Date): Promise<boolean> {
    return this.db.transaction(async () => {
      const space = await this.endings.lockPurgeable(organizationId, spaceId, before);
      if (!space) return false;
      await this.remove(organizationId, { id: spaceId, ...space });
      return true;
    });
  }

  private async remove(organizationId: string, space: { id: string; title: string }): Promise<void> {
    const spaceId = space.id;
    await this.hooks.purge.all(organizationId, spaceId);
    await this.revisions.releaseRevisions(organizationId, spaceId);
    await this.grants.dropResources(organizationId, 'space', [spaceId]);
    await this.endings.delete(organizationId, spaceId);
    await this.events.publish('space.purged', { organizationId, spaceId });
    await this.audit.record({ organizationId, action: 'space.purged', target: auditTarget(space) });
  }
}
