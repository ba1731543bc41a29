import { createHash } from 'node:crypto';
import { ContentStore, type LocatedPage } from '#modules/content/index.js';
import { Clock } from '#platform/clock/clock.js';
import { canonicalJson } from '#platform/canonical-json.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { Injectable } from '@nestjs/common';
import { ChangeRequestAccess } from '../change-request-access.js';
import { ChangeRequestBranches } from '../change-request-branches.js';
import { ViewedPagesRepository } from './viewed-pages.repository.js';

/** A page that the actor has viewed and that is still as it was then. */
export interface ViewedPage {
  pageId: string;
  viewedAt: Date;
}

/** Fingerprint of a page that the change request deletes. */
const DELETED = 'deleted';

/** The pages of change requests that each user has viewed. A page that changed since is not viewed any more. */
@Injectable()
export class ViewedPages {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly content: ContentStore,
    private readonly access: ChangeRequestAccess,
    private readonly branches: ChangeRequestBranches,
    private readonly viewed: ViewedPagesRepository,
  ) {}

  /** The pages that the actor has viewed and that have not changed since. @throws NotFound */
  async list(actor: Actor, spaceId: string, key: string): Promise<ViewedPage[]> {
    const { changeRequest } = await this.access.requireChangeRequest(actor, spaceId, key, 'view');
    const rows = await this.viewed.list(changeRequest, actor.userId);
    const ids = rows.map(({ pageId }) => pageId);
    const { organizationId, snapshot } = changeRequest;
    const pages = await this.content.locatePages(organizationId, snapshot, ids);
    return rows.filter(({ pageId, fingerprint }) => fingerprint === fingerprintOf(pages.get(pageId)));
  }

  /**
   * Notes that the actor has viewed a page as it is now.
   * @throws NotFound, also for a page that is neither in the change request nor was there before it.
   */
  async mark(actor: Actor, spaceId: string, key: string, pageId: string): Promise<void> {
    await this.db.transaction(async () => {
      const { changeRequest } = await this.access.requireChangeRequest(actor, spaceId, key, 'view');
      const { organizationId, snapshot } = changeRequest;
      const found = await this.content.locatePages(organizationId, snapshot, [pageId]);
      const page = found.get(pageId);
      if (!page) {
        const base = await this.branches.base(changeRequest);
        const before = await this.content.locatePages(organizationId, base.snapshot, [pageId]);
        if (!before.has(pageId)) throw new NotFound('page');
      }
      const fingerprint = fingerprintOf(page);
      await this.viewed.save(changeRequest, actor.userId, {
        pageId,
        fingerprint,
        viewedAt: this.clock.now(),
      });
    });
  }

  /** Takes the note away; does nothing without one. @throws NotFound */
  async unmark(actor: Actor, spaceId: string, key: string, pageId: string): Promise<void> {
    await this.db.transaction(async () => {
      const { changeRequest } = await this.access.requireChangeRequest(actor, spaceId, key, 'view');
      await this.viewed.delete(changeRequest, actor.userId, pageId);
    });
  }
}

/** Times and pages below do not count: they change without any change of the page itself. */
function fingerprintOf(page: LocatedPage | undefined): string {
  if (!page) return DELETED;
  const { hash: _hash, path: _path, createdAt: _created, updatedAt: _updated, ...own } = page;
  return createHash('sha256').update(canonicalJson(own)).digest('base64url');
}
