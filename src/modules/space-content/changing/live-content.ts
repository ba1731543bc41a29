import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { type Revision, RevisionService } from '#modules/content/index.js';
import { presentSpace, Spaces, type SpaceView } from '#modules/spaces/index.js';
import type { TemplateChoice } from '#modules/templates/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { ContentChanges } from './content-changes.js';
import type { ContentChangesBody } from './content-changes.dto.js';
import type { ContentLine, LineRevision } from './content-line.js';
import { RevisionReads } from '../revision-reads.js';
import type { SpaceUpdateResource } from './space-update.dto.js';

/** Writes straight to the content of a space whose edit mode is live. */
@Injectable()
export class LiveContent {
  constructor(
    private readonly db: Database,
    private readonly spaces: Spaces,
    private readonly revisions: RevisionService,
    private readonly reads: RevisionReads,
    private readonly changes: ContentChanges,
    private readonly urls: Urls,
    private readonly audit: AuditLog,
  ) {}

  /** Applies a batch of changes, and answers what became of it. @throws Forbidden for a locked space; see ContentChanges.apply. */
  async update(actor: Actor, spaceId: string, body: ContentChangesBody): Promise<SpaceUpdateResource> {
    const view = await this.spaces.require(actor, spaceId, 'editLive');
    const { revision: made, resource } = await this.changes.apply(this.lineOf(actor, view), body);
    const space = presentSpace(made ? movedTo(view, made) : view, this.urls);
    const { revision, changes, insertedFiles } = resource;
    return { space, revision, changes, ...(insertedFiles ? { insertedFiles } : {}) };
  }

  /** Adds the pages of a template. @throws Forbidden for a locked space; see ContentChanges.applyTemplate. */
  async applyTemplate(actor: Actor, spaceId: string, choice: TemplateChoice): Promise<void> {
    const view = await this.spaces.require(actor, spaceId, 'editLive');
    await this.changes.applyTemplate(this.lineOf(actor, view), choice);
  }

  /**
   * Makes the content what it was at an earlier revision, as a new revision of type rollback.
   * @throws NotFound for an unknown revision, Conflict when the content is the same already.
   */
  async rollback(actor: Actor, spaceId: string, revisionId: string): Promise<string> {
    const view = await this.spaces.require(actor, spaceId, 'editLive');
    const { organizationId } = view.space;
    const target = await this.reads.getIn(organizationId, spaceId, revisionId);
    return this.db.transaction(async () => {
      const line = this.lineOf(actor, view);
      const head = await line.lock();
      if (head.snapshot === target.snapshot)
        throw new Conflict('The content is the same as at this revision.');
      const { snapshot } = target;
      const revision = await this.revisions.commit(organizationId, {
        spaceId,
        type: 'rollback',
        parents: [head.id],
        snapshot,
        author: actor.userId,
      });
      await line.advance([{ id: revision.id, snapshot, actor }]);
      await this.audit.record({
        organizationId,
        action: 'space.rolled-back',
        target: { type: 'space', id: spaceId, label: view.space.title },
        after: { rolledBackTo: revisionId, revisionId: revision.id },
      });
      return revision.id;
    });
  }

  /** The content as a place to write on. @throws NotFound, Forbidden for a locked space. */
  async lineFor(actor: Actor, spaceId: string): Promise<ContentLine> {
    return this.lineOf(actor, await this.spaces.require(actor, spaceId, 'editLive'));
  }

  private lineOf(actor: Actor, { space }: SpaceView): ContentLine {
    const { organizationId, id: spaceId } = space;
    let locked = space;
    return {
      actor,
      organizationId,
      spaceId,
      head: { id: space.revisionId, snapshot: space.snapshot },
      base: () => this.previous(organizationId, space.revisionId),
      lock: async () => {
        locked = await this.spaces.lock(organizationId, spaceId);
        // The world may have moved between the first look and the lock.
        await this.spaces.require(actor, spaceId, 'editLive');
        return { id: locked.revisionId, snapshot: locked.snapshot };
      },
      advance: (made) => this.spaces.advance(locked, made.at(-1)!),
    };
  }

  /** A live space has no base but its own past: the revision before the newest. */
  private async previous(organizationId: string, revisionId: string): Promise<LineRevision> {
    const revision = await this.revisions.getRevision(organizationId, revisionId);
    return this.reads.before(organizationId, revision);
  }
}

/** The space as the revision left it. */
function movedTo(view: SpaceView, { id, snapshot, createdAt }: Revision): SpaceView {
  return { ...view, space: { ...view.space, revisionId: id, snapshot, updatedAt: createdAt } };
}
