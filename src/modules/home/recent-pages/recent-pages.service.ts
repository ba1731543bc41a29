import { Injectable } from '@nestjs/common';
import { requireMember } from '#modules/organizations/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { type RecentPage, RecentPagesRepository } from './recent-pages.repository.js';

/** Pages of an organization that are kept for each member. */
export const MOST_RECENT = 50;

/** The pages that each member read lately in the app. */
@Injectable()
export class RecentPages {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly pages: RecentPagesRepository,
  ) {}

  /** The latest first, in spaces that the actor may still see. @throws NotFound for strangers. */
  async list(actor: Actor, organizationId: string, limit = MOST_RECENT): Promise<RecentPage[]> {
    requireMember(actor, organizationId);
    return this.pages.list(actor, organizationId, limit);
  }

  /** Notes that the actor reads a page of the current content of a space that they may see. */
  async note(
    { userId }: Actor,
    page: { organizationId: string; spaceId: string; pageId: string; title: string },
  ): Promise<void> {
    await this.db.transaction(async () => {
      await this.pages.note({ ...page, userId, readAt: this.clock.now() });
      await this.pages.keepLatest(page.organizationId, userId, MOST_RECENT);
    });
  }
}
