import { Injectable } from '@nestjs/common';
import {
  ComputeFailed,
  type ComputedContent,
  ComputedSources,
  type ContentEdit,
  ContentStore,
  Projection,
} from '#modules/content/index.js';
import { isWritable, SpaceBranches, Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';

/** The outcome of recomputing a space. */
export interface Recomputed {
  failures: ComputeFailed[];
  hasOthers: boolean;
}

const NOTHING: Recomputed = { failures: [], hasOthers: false };

/** Recomputes the computed pages of a space's current content. */
@Injectable()
export class RecomputeSpace {
  /** Running recomputations by space and kind of source; `again` lets one begin again. */
  private readonly working = new Map<string, { again: boolean }>();

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly content: ContentStore,
    private readonly projection: Projection,
    private readonly spaces: Spaces,
    private readonly branches: SpaceBranches,
    private readonly sources: ComputedSources,
  ) {}

  /**
   * Makes one revision of type `computed` for all pages whose source has changed, or none. Content is computed before
   * the space is locked; pages that were deleted meanwhile are left alone. A page is never computed twice at the same
   * time: a second call leaves the work to the running one, which then begins again.
   * @param slow true to compute from the sources that may be slow, false for all others.
   * @returns the failures, whose pages stay as they are; and `hasOthers`, true when pages of the other kind were left
   * out.
   */
  async execute(organizationId: string, spaceId: string, slow: boolean): Promise<Recomputed> {
    const key = `${spaceId} ${slow}`;
    const other = this.working.get(key);
    if (other) {
      other.again = true;
      return NOTHING;
    }
    const work = { again: false };
    this.working.set(key, work);
    try {
      for (;;) {
        work.again = false;
        const recomputed = await this.look(organizationId, spaceId, slow);
        if (!work.again) return recomputed;
      }
    } finally {
      this.working.delete(key);
    }
  }

  private async look(organizationId: string, spaceId: string, slow: boolean): Promise<Recomputed> {
    const space = (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    if (!isWritable(space)) return NOTHING;
    const { computed, ...rest } = await this.computeAll(organizationId, spaceId, space.snapshot, slow);
    if (computed.size === 0) return rest;
    try {
      await this.db.transaction(() => this.write(organizationId, spaceId, computed));
    } catch (error) {
      // The space was deleted, transferred or archived since it was read.
      if (!(error instanceof NotFound || error instanceof Forbidden)) throw error;
    }
    return rest;
  }

  private async computeAll(
    organizationId: string,
    spaceId: string,
    snapshot: string,
    slow: boolean,
  ): Promise<Recomputed & { computed: Map<string, ComputedContent> }> {
    const computed = new Map<string, ComputedContent>();
    const failures: ComputeFailed[] = [];
    let hasOthers = false;
    const ids = await this.projection.listComputed(organizationId, spaceId);
    const located = await this.content.locatePages(organizationId, snapshot, ids);
    for (const id of ids) {
      const page = located.get(id);
      if (page?.computed === undefined) continue;
      if (this.sources.isSlow(page.computed) !== slow) {
        hasOthers = true;
        continue;
      }
      const place = { organizationId, spaceId, page: id };
      try {
        const content = await this.sources.refresh(place, page.computed, page.computedSeed ?? '');
        if (content) computed.set(id, content);
      } catch (error) {
        if (!(error instanceof ComputeFailed)) throw error;
        failures.push(error);
      }
    }
    return { computed, failures, hasOthers };
  }

  private async write(
    organizationId: string,
    spaceId: string,
    computed: ReadonlyMap<string, ComputedContent>,
  ): Promise<void> {
    const space = await this.spaces.lock(organizationId, spaceId);
    const edits: ContentEdit[] = [];
    const located = await this.content.locatePages(organizationId, space.snapshot, [...computed.keys()]);
    for (const [id, content] of computed) {
      const page = located.get(id);
      // Two jobs may compute the same page: the later state stays.
      if (page?.computed === undefined || (page.computedSeed ?? '') >= content.seed) continue;
      edits.push({ type: 'recomputePage', page: id, computed: content });
    }
    if (edits.length === 0) return;
    const now = this.clock.now();
    const { snapshot } = await this.content.applyEdits(organizationId, space.snapshot, edits, { now });
    await this.branches.of(space).commit(null, { type: 'computed', snapshot });
  }
}
