import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProjectionFollower, ProjectionFollowers, Projection } from '#modules/content/index.js';
import type { ContentRef } from '#modules/documents/index.js';
import type { EventMap } from '#platform/events/events.js';
import { OnEvent } from '#platform/events/on-event.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { RecomputeSpace } from './recompute-space.js';

const RECOMPUTE = 'space-content.recompute';
/** Separate from `RECOMPUTE`, so that nothing waits for sources that may be slow. */
const RECOMPUTE_SLOW = 'space-content.recompute-slow';
const SLOW_AT_ONCE = 6;
const SLOW_AT_ONCE_EACH = 3;
/** Seconds before each retry of a failed computation; after the last one the page waits for a change of its source. */
const PAUSES = [120, 600, 3600];

interface Task {
  organizationId: string;
  spaceId: string;
  /** The number of attempts that failed. */
  attempt?: number;
}

type Rows = Parameters<ProjectionFollower['saved']>[2];

/**
 * Recomputes pages: when their source has a new version, and when content with an older state of the source becomes
 * current, by a merge, a rollback or a copy.
 */
@Injectable()
export class ComputedPagesJobs implements OnModuleInit, ProjectionFollower {
  constructor(
    private readonly jobs: Jobs,
    private readonly followers: ProjectionFollowers,
    private readonly projection: Projection,
    private readonly recompute: RecomputeSpace,
  ) {}

  onModuleInit(): void {
    this.followers.register(this);
  }

  /** Pages of a deleted specification stay, and show that it is deleted. */
  @OnEvent(['openapi.version-created', 'openapi.deleted'], 'recompute')
  specificationChanged({ organizationId, slug }: EventMap['openapi.deleted']): Promise<void> {
    return this.requestAll(organizationId, { kind: 'openapi', spec: slug });
  }

  @OnEvent(['space.content-updated', 'space.deleted', 'space.restored'], 'recompute')
  spaceChanged({ organizationId, spaceId }: EventMap['space.deleted']): Promise<void> {
    return this.requestAll(organizationId, { kind: 'space', space: spaceId });
  }

  /** Sources may have changed while nothing was written to the space. */
  @OnEvent('space.unarchived', 'recompute-own')
  spaceUnarchived({ organizationId, spaceId }: EventMap['space.unarchived']): Promise<void> {
    return this.rebuilt(organizationId, spaceId);
  }

  /** Recomputes, after a while, all current pages that are computed from the target of `ref`. */
  async requestAll(organizationId: string, ref: ContentRef): Promise<void> {
    for (const spaceId of await this.projection.listSpacesComputedFrom(organizationId, ref))
      await this.request(organizationId, spaceId);
  }

  private async request(organizationId: string, spaceId: string): Promise<void> {
    await this.jobs.enqueue(RECOMPUTE, { organizationId, spaceId } satisfies Task, { singletonKey: spaceId });
  }

  @OnJob(RECOMPUTE, { atOnce: 2, atOnceEach: 1 })
  async work({ organizationId, spaceId }: Task): Promise<void> {
    const { hasOthers } = await this.recompute.execute(organizationId, spaceId, false);
    const task: Task = { organizationId, spaceId };
    if (hasOthers) await this.jobs.enqueue(RECOMPUTE_SLOW, task, { singletonKey: spaceId });
  }

  @OnJob(RECOMPUTE_SLOW, { atOnce: SLOW_AT_ONCE, atOnceEach: SLOW_AT_ONCE_EACH })
  async workSlowly({ organizationId, spaceId, attempt = 0 }: Task): Promise<void> {
    const { failures } = await this.recompute.execute(organizationId, spaceId, true);
    if (failures.length === 0) return;
    const soon = failures.flatMap(({ retrySeconds }) => retrySeconds ?? []);
    const startAfterSeconds = soon.length > 0 ? Math.min(...soon) : PAUSES[attempt];
    if (startAfterSeconds === undefined) return;
    const task: Task = { organizationId, spaceId, attempt: soon.length > 0 ? attempt : attempt + 1 };
    await this.jobs.enqueue(RECOMPUTE_SLOW, task, { startAfterSeconds, singletonKey: `later ${spaceId}` });
  }

  async saved(organizationId: string, spaceId: string, pages: Rows): Promise<void> {
    const isComputed = pages.some(({ refs }) => refs?.some(({ source }) => source === 'computed'));
    if (isComputed) await this.request(organizationId, spaceId);
  }

  async rebuilt(organizationId: string, spaceId: string): Promise<void> {
    const pages = await this.projection.listComputed(organizationId, spaceId);
    if (pages.length > 0) await this.request(organizationId, spaceId);
  }

  /** Deleted pages need no computing. */
  async deleted(): Promise<void> {}
}
