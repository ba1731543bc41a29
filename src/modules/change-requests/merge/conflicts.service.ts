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
  conflict: string;
  choice: ConflictChoice;
  /** Fingerprint of the values on which the user decided; checked when given. */
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
   * Resolves conflicts: all of them are stored, or none. The next merge or update uses them.
   * @throws NotFound, Forbidden below the role `edit`, BadRequest for an unknown conflict or a choice that it does
   * not have, Conflict when it is merged or archived, or when the values have changed since the decision.
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
      const stored = new Map(rows.map((row) => [row.id, row]));
      const at = this.clock.now();
      for (const [index, resolution] of resolutions.entries()) {
        requireFits(stored.get(resolution.conflict), resolution, `resolutions[${index}]`);
        const { conflict, choice } = resolution;
        await this.conflicts.resolve(changeRequest, conflict, { choice, by: actor.userId, at });
      }
      return this.conflicts.find(changeRequest, ids);
    });
  }
}

function requireFits(row: ConflictRow | undefined, resolution: Resolution, at: string): void {
  if (!row) {
    throw new BadRequest(
      `${at}.conflict: this change request has no such conflict; list its conflicts for their ids.`,
    );
  }
  if (!row.choices.includes(resolution.choice)) {
    throw new BadRequest(`${at}.choice must be one of ${row.choices.join(', ')} for this conflict.`);
  }
  if (resolution.fingerprint !== undefined && resolution.fingerprint !== row.fingerprint) {
    throw new Conflict(`${at}.fingerprint: one side has changed since; look at the conflict again.`);
  }
}
