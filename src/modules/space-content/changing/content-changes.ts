import { Injectable } from '@nestjs/common';
import type { Branch, BranchHead, Revision } from '#modules/content/index.js';
import { SignedUrls } from '#modules/storage/index.js';
import type { TemplateBody } from '#modules/templates/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { ChangeBatch, type PlannedOutcome } from './change-batch.js';
import { ChangePlanner } from './change-planner.js';
import type { ChangeOutcome, ContentChangesBody, ContentUpdateResource } from './content-changes.dto.js';
import { presentFile } from '../reading/content.presenter.js';
import { ContentUrls } from '../content-urls.js';
import { BranchWriter } from './branch-writer.js';
import { RevisionReads } from '../revision-reads.js';
import { TemplatePages } from './template-pages.js';

export interface ContentUpdate {
  /** The new revision, or null when the changes changed nothing. */
  revision: Revision | null;
  /** The answer to `compat=false`, which the caller extends with its own resource. */
  resource: ContentUpdateResource;
}

/**
 * Applies a batch of changes to a branch: all of it as one new revision, or nothing.
 * The changes are applied to the revision on which they were made: the one that the request names, otherwise the
 * newest one when it came in. When the head has moved by the time the lock is held, the result is merged with the
 * other changes, block by block, exactly as a change request would be. The changes of both writers are kept; where
 * they changed the same block or field differently, the second writer is answered 409 and nothing of that batch is
 * kept.
 */
@Injectable()
export class ContentChanges {
  constructor(
    private readonly reads: RevisionReads,
    private readonly planner: ChangePlanner,
    private readonly writer: BranchWriter,
    private readonly urls: ContentUrls,
    private readonly signedUrls: SignedUrls,
    private readonly templates: TemplatePages,
    private readonly clock: Clock,
  ) {}

  /**
   * Call it outside of a transaction: files are fetched and stored before it begins.
   * @throws BadRequest naming the change and its field; Conflict when another writer changed the same block or field
   * meanwhile.
   */
  async apply(branch: Branch, actor: Actor, body: ContentChangesBody): Promise<ContentUpdate> {
    const base = await this.baseOf(branch, body.revision);
    const batch = new ChangeBatch(branch, actor, base, body.changes, this.clock.now(), body.autosave);
    await this.planner.plan(batch);
    const { revision, head, merged } = await this.writer.write(batch);
    return { revision, resource: Object.assign(this.present(batch, head), merged ? { merged } : {}) };
  }

  /**
   * Adds the pages of a template at the end of the top level.
   * @returns the new revision.
   * @throws BadRequest naming the field; the errors of `Branch.lock`.
   */
  async applyTemplate(branch: Branch, actor: Actor, choice: TemplateBody): Promise<Revision | null> {
    const { head } = branch;
    const batch = new ChangeBatch(branch, actor, head, [], this.clock.now());
    const edits = await this.templates.plan({ ...batch.scope, snapshot: head.snapshot }, choice, '');
    batch.edits.push(...edits);
    return (await this.writer.write(batch)).revision;
  }

  private async baseOf(branch: Branch, revisionId: string | undefined): Promise<BranchHead> {
    if (revisionId === undefined) return branch.head;
    const revision = await this.reads.findIn(branch.organizationId, branch.spaceId, revisionId);
    if (!revision) throw new BadRequest(`revision: this space has no revision ${revisionId}.`);
    return revision;
  }

  private present({ branch, outcomes, files }: ChangeBatch, revision: string): ContentUpdateResource {
    const { organizationId } = branch;
    return {
      revision,
      changes: outcomes.map((outcome) => this.presentOutcome(branch, outcome)),
      ...(files.length > 0
        ? { insertedFiles: files.map((file) => presentFile(file, organizationId, this.signedUrls, true)) }
        : {}),
    };
  }

  private presentOutcome(branch: Branch, outcome: PlannedOutcome): ChangeOutcome {
    switch (outcome.object) {
      case 'updated_file': {
        const { organizationId } = branch;
        return {
          object: 'updated_file',
          file: presentFile(outcome.file, organizationId, this.signedUrls, true),
        };
      }
      case 'created_page':
      case 'updated_page':
        return this.presentPage(branch, outcome);
      default:
        return outcome;
    }
  }

  private presentPage(
    branch: Branch,
    outcome: Extract<PlannedOutcome, { object: 'created_page' | 'updated_page' }>,
  ): ChangeOutcome {
    const location = this.urls.page(branch, outcome.page);
    const page = { object: 'page' as const, id: outcome.page, urls: { location } };
    if (outcome.object === 'updated_page') return { object: 'updated_page', page };
    return { object: 'created_page', ...(outcome.ref ? { ref: outcome.ref } : {}), page };
  }
}
