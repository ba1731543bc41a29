import { Injectable } from '@nestjs/common';
import { SitePreviews } from '../audience/site-previews.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Customizations } from './customizations.service.js';
import { type LookDraft, LookDraftsRepository } from './look-drafts.repository.js';

const KEPT_MS = 24 * 3600 * 1000;

/** Looks of a site that somebody tries before they save them: kept for a day, one for each member and site. */
@Injectable()
export class LookDrafts {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly customizations: Customizations,
    private readonly previews: SitePreviews,
    private readonly drafts: LookDraftsRepository,
  ) {}

  /**
   * Keeps settings as the draft of the actor. Readers see nothing of it.
   * @param siteSpaceId of the space that is to look so; the whole site where it is absent.
   * @returns an address that shows the site with the draft to the actor, for an hour.
   * @throws NotFound, Forbidden, BadRequest as saving them would.
   */
  async save(
    actor: Actor,
    organizationId: string,
    siteId: string,
    body: object,
    siteSpaceId?: string,
  ): Promise<string> {
    await this.db.transaction(async () => {
      const settings = await this.customizations.requireSavable(
        actor,
        organizationId,
        siteId,
        body,
        siteSpaceId,
      );
      const updatedAt = this.clock.now();
      const draft = { siteSpaceId: siteSpaceId ?? null, settings, updatedAt };
      await this.drafts.save(organizationId, siteId, actor.userId, draft);
    });
    return this.previews.create(actor, organizationId, siteId, siteSpaceId, undefined, true);
  }

  /** The draft of the actor; null without one. @throws NotFound, Forbidden */
  async find(actor: Actor, organizationId: string, siteId: string): Promise<LookDraft | null> {
    await this.customizations.get(actor, organizationId, siteId);
    return this.drafts.find(organizationId, siteId, actor.userId);
  }

  /** Forgets what nobody changed for a day. */
  forgetOld(): Promise<void> {
    return this.drafts.deleteBefore(new Date(this.clock.now().getTime() - KEPT_MS));
  }

  /** Forgets the draft of the actor; succeeds without one. */
  forget(actor: Actor, organizationId: string, siteId: string): Promise<void> {
    return this.drafts.delete(organizationId, siteId, actor.userId);
  }
}
