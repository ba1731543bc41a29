import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { REFRESH_AFTER_HOURS } from '../objects/objects.repository.js';
import { SupersededRevisions } from './superseded-revisions.js';
import { GarbageRepository } from './garbage.repository.js';

/** Younger objects and released revisions are never removed. */
export const GRACE_HOURS = 2 * REFRESH_AFTER_HOURS;
/** Objects of one delete statement, so that it holds its locks only briefly. */
const PART = 500;

export interface CollectedGarbage {
  revisions: number;
  objects: number;
  /** True if a limit ended the run, so that the next one will find more. */
  hasMore: boolean;
}

/**
 * Removes the objects that no revision reaches. It runs beside writers, without locking them out:
 *
 * - A writer refers to two kinds of objects: those that it writes itself, and those of a revision that it has read.
 * - The objects that it writes are safe. A new object is too young. An existing one gets a new time when it is older than
 *   half the grace period, otherwise it is young enough; either way its row stays locked until the writer commits. A
 *   delete that comes first makes the writer wait and then insert the object again; a later delete waits for the writer
 *   and checks the time again.
 * - The objects of the revision are safe, because a released revision cannot be read any more but keeps its content
 *   reachable for the whole grace period: a writer that read it before has committed long since, and its new revision
 *   reaches the objects that it took over.
 *
 * This holds as long as no transaction lasts half the grace period; the database ends idle ones in a minute. Only
 * revisions keep objects: code that stores a hash elsewhere must not need it longer than the revision of the hash.
 */
@Injectable()
export class GarbageCollector {
  constructor(
    private readonly garbage: GarbageRepository,
    private readonly clock: Clock,
    private readonly superseded: SupersededRevisions,
  ) {}

  listOrganizations(): Promise<string[]> {
    return this.garbage.listOrganizations();
  }

  /** Removes up to `batch` revisions and `batch` objects of an organization. */
  async collectGarbage(organizationId: string, { batch }: { batch: number }): Promise<CollectedGarbage> {
    const cutoff = new Date(this.clock.now().getTime() - GRACE_HOURS * 3_600_000);
    const superseded = await this.superseded.release(organizationId, batch);
    const revisions = await this.garbage.deleteReleasedRevisions(organizationId, cutoff, batch);
    // Objects that only these revisions reached are found at once; while some are left, their objects are still
    // reachable.
    const hashes = await this.garbage.findUnreachable(organizationId, cutoff, batch);
    let objects = 0;
    for (let start = 0; start < hashes.length; start += PART) {
      objects += await this.garbage.deleteObjects(organizationId, hashes.slice(start, start + PART), cutoff);
    }
    return {
      revisions,
      objects,
      hasMore: superseded === batch || revisions === batch || hashes.length === batch,
    };
  }
}
