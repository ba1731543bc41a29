import { Injectable } from '@nestjs/common';
import type { ProjectedPageRow } from './projection.types.js';

/** A table of a module above that follows the rows of `content_pages`; called in the transaction that changes them. */
export interface ProjectionFollower {
  /** Pages are new, or changed in another way than by a move. */
  saved(organizationId: string, spaceId: string, pages: readonly ProjectedPageRow[]): Promise<void>;
  deleted(organizationId: string, spaceId: string, pageIds: readonly string[]): Promise<void>;
  /** All rows of the space were rebuilt. */
  rebuilt(organizationId: string, spaceId: string): Promise<void>;
}

/** The followers of the current pages of spaces, which modules above register. */
@Injectable()
export class ProjectionFollowers {
  private readonly followers: ProjectionFollower[] = [];

  /** Call it in `onModuleInit`. */
  register(follower: ProjectionFollower): void {
    this.followers.push(follower);
  }

  async saved(...args: Parameters<ProjectionFollower['saved']>): Promise<void> {
    for (const follower of this.followers) await follower.saved(...args);
  }

  async deleted(...args: Parameters<ProjectionFollower['deleted']>): Promise<void> {
    for (const follower of this.followers) await follower.deleted(...args);
  }

  async rebuilt(...args: Parameters<ProjectionFollower['rebuilt']>): Promise<void> {
    for (const follower of this.followers) await follower.rebuilt(...args);
  }
}
