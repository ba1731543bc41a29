import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { RevisionReferences } from '../revisions/revision-references.js';
import { SupersededRepository, type SupersededRevision } from './superseded.repository.js';

/**
 * As long as this an autosave that was continued stays readable: an editor that was away comes back with its id, and what
 * was written there is merged from it.
 */
export const KEEP_SUPERSEDED_HOURS = 48;

/** Releases the autosaves of a run that were continued, once nobody can come back to them. */
@Injectable()
export class SupersededRevisions {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly repository: SupersededRepository,
    private readonly references: RevisionReferences,
  ) {}

  /**
   * Releases up to `limit` of them; what was made from one is then made from the revision before it. Those that
   * something refers to stay.
   */
  release(organizationId: string, limit: number): Promise<number> {
    const now = this.clock.now();
    const cutoff = new Date(now.getTime() - KEEP_SUPERSEDED_HOURS * 3_600_000);
    return this.db.transaction(async () => {
      const found = await this.repository.findSuperseded(organizationId, cutoff, limit);
      const ids = found.map(({ id }) => id);
      if (ids.length === 0) return 0;
      const spaces = [...new Set(found.map(({ spaceId }) => spaceId))];
      const kept = new Set([
        ...(await this.repository.findMerged(organizationId, spaces, ids)),
        ...(await this.references.find.all(organizationId, ids)).flat(),
      ]);
      const released = found.filter(({ id }) => !kept.has(id));
      await this.repository.relink(organizationId, relinked(released));
      await this.repository.release(
        organizationId,
        released.map(({ id }) => id),
        now,
      );
      await this.repository.postpone(organizationId, [...kept], now);
      return found.length;
    });
  }
}

/** The new parents of revisions that were made from released ones. @param released the oldest first. */
function relinked(released: readonly SupersededRevision[]): Map<string, string> {
  const parents = new Map<string, string>();
  for (const { id, parent, supersededBy } of released) parents.set(supersededBy, parents.get(id) ?? parent);
  for (const { id } of released) parents.delete(id);
  return parents;
}
