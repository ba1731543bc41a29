import { Injectable } from '@nestjs/common';
import { Branch, type BranchHead, type Committed, Projection, Revisions } from '#modules/content/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict } from '#platform/http/errors.js';
import { Jobs } from '#platform/jobs/jobs.js';
import type { SpaceRecord } from './space.types.js';
import { SETTLE_CONTENT, settlingOf } from './settled-content.jobs.js';
import { PROJECT_SPACE, Spaces } from './spaces.service.js';
import { SpacesRepository } from './spaces.repository.js';

/** The main content of spaces, as branches to write to. */
@Injectable()
export class SpaceBranches {
  constructor(
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly spaces: Spaces,
    private readonly repository: SpacesRepository,
    private readonly projection: Projection,
    private readonly revisions: Revisions,
  ) {}

  /**
   * @param space as it was read last, or as `Spaces.lock` answered it: after such a lock the branch accepts commits
   * at once.
   */
  of(space: SpaceRecord): Branch {
    return new SpaceBranch(this, this.revisions, space);
  }

  /**
   * Locks a space for an actor who writes directly to its main content.
   * @throws as `Spaces.lock` and `Spaces.require`.
   */
  async lock(actor: Actor, { organizationId, id }: SpaceRecord): Promise<SpaceRecord> {
    const space = await this.spaces.lock(organizationId, id);
    // The permission may have changed between the first check and the lock.
    await this.spaces.requireSpace(actor, id, 'editLive');
    return space;
  }

  /**
   * Points a space at the last of several revisions, and updates the projection.
   * @throws Conflict when the space has moved meanwhile.
   */
  async moveHead(space: SpaceRecord, commits: readonly Committed[]): Promise<void> {
    const { organizationId, id } = space;
    const revisions = commits.map(({ revision }) => revision);
    const to = revisions.at(-1)!;
    if (!(await this.repository.advance(space, to, this.clock.now())))
      throw new Conflict('The space has changed meanwhile; look at it again.');
    const isProjected = await this.projection.advance(organizationId, id, space.snapshot, to.snapshot);
    if (!isProjected) await this.jobs.enqueue(PROJECT_SPACE, { organizationId, spaceId: id });
    const updated = revisions.findLast(({ run }) => run === null);
    if (updated) await this.events.publish('space.content-updated', eventOf(space, updated.id));
    if (!to.run) return;
    await this.events.publish('space.content-autosaved', eventOf(space, to.id));
    await this.jobs.enqueue(SETTLE_CONTENT, { organizationId, spaceId: id }, settlingOf(id));
  }
}

class SpaceBranch extends Branch {
  constructor(
    private readonly branches: SpaceBranches,
    private readonly history: Revisions,
    private space: SpaceRecord,
  ) {
    super(history, { organizationId: space.organizationId, spaceId: space.id });
  }

  get head(): BranchHead {
    return { id: this.space.revisionId, snapshot: this.space.snapshot };
  }

  /** The main content is compared with its own history: with the revision before the newest. */
  async base(): Promise<BranchHead> {
    const head = await this.history.getRevision(this.organizationId, this.head.id);
    const [parent] = head.parents;
    return (
      (parent === undefined ? null : await this.history.findRevision(this.organizationId, parent)) ?? head
    );
  }

  async lock(actor: Actor): Promise<BranchHead> {
    this.space = await this.branches.lock(actor, this.space);
    return this.head;
  }

  protected async moveHead(commits: readonly Committed[]): Promise<void> {
    const { id, snapshot } = commits.at(-1)!.revision;
    await this.branches.moveHead(this.space, commits);
    this.space = { ...this.space, revisionId: id, snapshot };
  }
}

function eventOf({ organizationId, id }: SpaceRecord, revisionId: string) {
  return { organizationId, spaceId: id, revisionId };
}
