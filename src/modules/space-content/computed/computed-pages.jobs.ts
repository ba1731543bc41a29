import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProjectionFollower, ProjectionFollowers, ProjectionService } from '#modules/content/index.js';
import type { EventMap } from '#platform/events/events.js';
import { OnEvent } from '#platform/events/on-event.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { RecomputeSpace } from './recompute-space.js';

const RECOMPUTE = 'space-content.recompute';

type Rows = Parameters<ProjectionFollower['saved']>[2];

/**
 * Looks after computed pages: when their source has a new version, and when content with an older state of them becomes
 * current, by a merge, a rollback or a copy.
 */
@Injectable()
export class ComputedPagesJobs implements OnModuleInit, ProjectionFollower {
  constructor(
    private readonly jobs: Jobs,
    private readonly followers: ProjectionFollowers,
    private readonly projection: ProjectionService,
    private readonly recompute: RecomputeSpace,
  ) {}

  onModuleInit(): void {
    this.followers.register(this);
  }

  @OnEvent('openapi.version-created', 'recompute')
  versionCreated({ organizationId, slug }: EventMap['openapi.version-created']): Promise<void> {
    return this.recomputeFrom(organizationId, slug);
  }

  /** Its pages stay, and say that it is gone. */
  @OnEvent('openapi.deleted', 'recompute')
  specificationDeleted({ organizationId, slug }: EventMap['openapi.deleted']): Promise<void> {
    return this.recomputeFrom(organizationId, slug);
  }

  private async recomputeFrom(organizationId: string, slug: string): Promise<void> {
    const ref = { kind: 'openapi' as const, spec: slug };
    for (const spaceId of await this.projection.listSpacesComputedFrom(organizationId, ref)) {
      await this.jobs.enqueue(RECOMPUTE, { organizationId, spaceId });
    }
  }

  @OnJob(RECOMPUTE)
  async work({ organizationId, spaceId }: { organizationId: string; spaceId: string }): Promise<void> {
    await this.recompute.execute(organizationId, spaceId);
  }

  async saved(organizationId: string, spaceId: string, pages: Rows): Promise<void> {
    const isComputed = pages.some(({ refs }) => refs?.some(({ source }) => source === 'computed'));
    if (isComputed) await this.jobs.enqueue(RECOMPUTE, { organizationId, spaceId });
  }

  async rebuilt(organizationId: string, spaceId: string): Promise<void> {
    const pages = await this.projection.listComputed(organizationId, spaceId);
    if (pages.length > 0) await this.jobs.enqueue(RECOMPUTE, { organizationId, spaceId });
  }

  /** What is deleted needs no computing. */
  async deleted(): Promise<void> {}
}
