import { Injectable } from '@nestjs/common';
import { Grants } from '#modules/access/index.js';
import { AuditLog } from '#modules/audit/index.js';
import { Collections, Placement } from '#modules/collections/index.js';
import { Revisions } from '#modules/content/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { newId } from '#platform/ids/ids.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { NOTHING_YET } from './create-space.js';
import { auditTarget, type SpaceRecord, type SpaceView } from './space.types.js';
import { SpacesRepository } from './spaces.repository.js';
import { PROJECT_SPACE, Spaces } from './spaces.service.js';

const SUFFIX = ' (copy)';
const MAX_TITLE = 50;

/**
 * Creates another space with the same content, settings and audience. The content is shared, not copied, so the cost
 * does not depend on the number of pages; a job builds the projection.
 */
@Injectable()
export class DuplicateSpace {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly spaces: Spaces,
    private readonly repository: SpacesRepository,
    private readonly collections: Collections,
    private readonly placement: Placement,
    private readonly revisions: Revisions,
    private readonly grants: Grants,
    private readonly audit: AuditLog,
  ) {}

  /** @param given fields in which the new space differs; otherwise it is named as a copy. */
  async execute(
    actor: Actor,
    spaceId: string,
    given: Partial<Pick<SpaceRecord, 'title' | 'language'>> = {},
  ): Promise<SpaceView> {
    return this.db.transaction(async () => {
      const { organizationId } = (await this.spaces.requireSpace(actor, spaceId, 'manage')).space;
      await this.placement.lock(organizationId);
      const { space } = await this.spaces.requireSpace(actor, spaceId, 'manage');
      await this.collections.requireParent(actor, organizationId, space.parentId);
      const now = this.clock.now();
      const id = newId(now.getTime());
      const { snapshot } = space;
      const revision = await this.revisions.commit(organizationId, {
        ...{ spaceId: id, type: 'edits', parents: [], snapshot, author: actor.userId },
      });
      const title = given.title ?? space.title.slice(0, MAX_TITLE - SUFFIX.length) + SUFFIX;
      await this.repository.insert({
        ...space,
        ...given,
        id,
        title,
        position: await this.placement.atEnd(organizationId, space.parentId),
        revisionId: revision.id,
        ...NOTHING_YET,
        ...{ createdAt: now, updatedAt: now },
      });
      await this.grants.copy({ organizationId, type: 'space', id: spaceId }, 'space', [id]);
      await this.jobs.enqueue(PROJECT_SPACE, { organizationId, spaceId: id });
      await this.events.publish('space.created', { organizationId, spaceId: id, actorId: actor.userId });
      await this.audit.record({
        organizationId,
        action: 'space.created',
        target: auditTarget({ id, title }),
        after: { title, parentId: space.parentId, copyOf: spaceId },
      });
      return this.spaces.requireSpace(actor, id, 'view');
    });
  }
}
