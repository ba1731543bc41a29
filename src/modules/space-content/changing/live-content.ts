import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import type { Branch, Revision } from '#modules/content/index.js';
import { presentSpace, SpaceBranches, Spaces, type SpaceView } from '#modules/spaces/index.js';
import type { TemplateBody } from '#modules/templates/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { ContentChanges } from './content-changes.js';
import type { ContentChangesBody } from './content-changes.dto.js';
import { RevisionReads } from '../revision-reads.js';
import type { SpaceUpdateResource } from './space-update.dto.js';

/** Writes directly to the content of a space whose edit mode is live. */
@Injectable()
export class LiveContent {
  constructor(
    private readonly db: Database,
    private readonly spaces: Spaces,
    private readonly branches: SpaceBranches,
    private readonly reads: RevisionReads,
    private readonly changes: ContentChanges,
    private readonly urls: Urls,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Applies a batch of changes, and answers its outcome.
   * @throws Forbidden for a locked space; see ContentChanges.apply.
   */
  async update(actor: Actor, spaceId: string, body: ContentChangesBody): Promise<SpaceUpdateResource> {
    const view = await this.spaces.requireSpace(actor, spaceId, 'editLive');
    const { revision: made, resource } = await this.changes.apply(this.branches.of(view.space), actor, body);
    const space = presentSpace(made ? movedTo(view, made) : view, this.urls);
    return Object.assign({ space }, resource);
  }

  /** Adds the pages of a template. @throws Forbidden for a locked space; see ContentChanges.applyTemplate. */
  async applyTemplate(actor: Actor, spaceId: string, choice: TemplateBody): Promise<void> {
    await this.changes.applyTemplate(await this.branch(actor, spaceId), actor, choice);
  }

  /**
   * Restores the content of an earlier revision, as a new revision of type rollback.
   * @throws NotFound for an unknown revision, Conflict when the content is the same already.
   */
  async rollback(actor: Actor, spaceId: string, revisionId: string): Promise<string> {
    const view = await this.spaces.requireSpace(actor, spaceId, 'editLive');
    const { organizationId } = view.space;
    const target = await this.reads.getIn(organizationId, spaceId, revisionId);
    return this.db.transaction(async () => {
      const branch = this.branches.of(view.space);
      const { snapshot } = target;
      if ((await branch.lock(actor)).snapshot === snapshot)
        throw new Conflict('The content is the same as at this revision.');
      const revision = await branch.commit(actor, { type: 'rollback', snapshot });
      await this.audit.record({
        organizationId,
        action: 'space.rolled-back',
        target: { type: 'space', id: spaceId, label: view.space.title },
        after: { rolledBackTo: revisionId, revisionId: revision.id },
      });
      return revision.id;
    });
  }

  /** The main content as a branch to write to. @throws NotFound, Forbidden for a locked space. */
  async branch(actor: Actor, spaceId: string): Promise<Branch> {
    return this.branches.of((await this.spaces.requireSpace(actor, spaceId, 'editLive')).space);
  }
}

/** The space with its pointer at the revision. */
function movedTo(view: SpaceView, { id, snapshot, createdAt }: Revision): SpaceView {
  return { ...view, space: { ...view.space, revisionId: id, snapshot, updatedAt: createdAt } };
}
