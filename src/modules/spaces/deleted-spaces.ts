import { Injectable } from '@nestjs/common';
import { requireMember } from '#modules/organizations/index.js';
import { Clock } from '#platform/clock/clock.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { SpaceEndingsRepository } from './space-endings.repository.js';
import { spaceVerdict } from './space.policy.js';
import type { SpaceView } from './space.types.js';
import { RETENTION_MS } from './space.values.js';
import { factsOf, viewOf } from './spaces.service.js';

/** A deleted space that can be restored. */
export interface DeletedSpace {
  view: SpaceView;
  deletedAt: Date;
  /** Id of the user; null when it is not known any more. */
  deletedBy: string | null;
  /** The end of the time within which it can be restored. */
  restorableUntil: Date;
  /** True if the actor may restore it, and remove it for good. */
  isRestorable: boolean;
}

/** The deleted spaces of an organization, until they are purged. */
@Injectable()
export class DeletedSpaces {
  constructor(
    private readonly clock: Clock,
    private readonly endings: SpaceEndingsRepository,
  ) {}

  /**
   * The deleted spaces that can be restored, those that were deleted last first. Members see the ones that they could have deleted;
   * restoring needs the role `admin`.
   * @throws NotFound for an organization that the actor is not in.
   */
  async list(actor: Actor, organizationId: string, page: PageRequest): Promise<Page<DeletedSpace>> {
    requireMember(actor, organizationId);
    const since = new Date(this.clock.now().getTime() - RETENTION_MS);
    return mapPage(await this.endings.listDeleted(actor, organizationId, since, page), (row) => {
      const deletedAt = row.deletedAt ?? since;
      return {
        view: viewOf(row),
        deletedAt,
        deletedBy: row.deletedBy,
        restorableUntil: restorableUntil(deletedAt),
        isRestorable: spaceVerdict(factsOf(row), 'restore').allowed,
      };
    });
  }
}

/** The time until which a space that was deleted at `deletedAt` can be restored. */
export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + RETENTION_MS);
}
