import type { ConflictChoice } from '#modules/content/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict } from '#platform/http/errors.js';
import { Injectable } from '@nestjs/common';
import { ChangeRequestAccess } from '../change-request-access.js';
import { ChangeRequestConflictsRepository, type ConflictRow } from './change-request-conflicts.repository.js';

/** The decision of a user about one conflict. */
export interface Resolution {
  /** Id of the conflict. */
  conflict: string;
  choice: ConflictChoice;
  /** Fingerprint of the values that the user saw. When it is given, the resolution is refused if they have changed. */
  fingerprint?: string;
}

/** The conflicts of change requests with the main content, as the last merge or update found them. */
@Injectable()
export class ChangeRequestConflicts {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: ChangeRequestAccess,
    private readonly conflicts: ChangeRequestConflictsRepository,
  ) {}

  /** The conflicts in the order of the merge, resolved ones included. @throws NotFound */
  async list(actor: Actor, spaceId: string, key: string, request: PageRequest): Promise<Page<ConflictRow>> {
    const { changeRequest } = await this.access.requireChangeRequest(actor, spaceId, key, 'view');
    return this.conflicts.list(changeRequest, request);
  }

  /**
   * Stores all resolutions, or none. The next merge or update applies them.
   * @throws NotFound, Forbidden below the role `edit`, BadRequest for an unknown conflict or a choice that the conflict
   * does not offer, Conflict when the change request is merged or archived, or when the values have changed since the
   * decision.
   */
  async resolve(
    actor: Actor,
    spaceId: string,
    key: string,
    resolutions: readonly Resolution[],
  ): Promise<ConflictRow[]> {
    return this.db.transaction(async () => {
      const found = await this.access.requireChangeRequest(actor, spaceId, key, 'resolve');
      const changeRequest = await this.access.lock(found, 'resolve');
      const ids = [...new Set(resolutions.map(({ conflict }) => conflict))];
      const rows = await this.conflicts.find(changeRequest, ids);
      const conflicts = new Map(rows.map((row) => [row.id, row]));
      const now = this.clock.now();
      for (const [index, resolution] of resolutions.entries()) {
        requireApplicable(conflicts.get(resolution.conflict), resolution, `resolutions[${index}]`);
        const { conflict, choice } = resolution;
        await this.conflicts.resolve(changeRequest, conflict, { choice, by: actor.userId, at: now });
      }
      return this.conflicts.find(changeRequest, ids);
    });
  }
}

/** @param member path of the resolution in the body of the request, for the error message. */
function requireApplicable(row: ConflictRow | undefined, resolution: Resolution, member: string): void {
  if (!row) {
    throw new BadRequest(
      `${member}.conflict: this change request has no such conflict; list its conflicts for their ids.`,
    );
  }
  if (!row.choices.includes(resolution.choice)) {
    throw new BadRequest(`${member}.choice must be one of ${row.choices.join(', ')} for this conflict.`);
  }
  if (resolution.fingerprint !== undefined && resolution.fingerprint !== row.fingerprint) {
    throw new Conflict(`${member}.fingerprint: one side has changed since; look at the conflict again.`);
  }
}
