import { Injectable } from '@nestjs/common';
import {
  type ContentConflict,
  ContentStore,
  PageNotFound,
  type Revision,
  RevisionService,
} from '#modules/content/index.js';
import { SignedUrls } from '#modules/storage/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { BadRequest, Conflict } from '#platform/http/errors.js';
import { ChangeBatch, type PlannedOutcome } from './change-batch.js';
import { ChangePlanner } from './change-planner.js';
import type { ChangeOutcome, ContentChangesBody, ContentUpdateResource } from './content-changes.dto.js';
import type { ContentLine, LineRevision } from './content-line.js';
import { presentFile } from './content.presenter.js';
import { ContentUrls } from './content-urls.js';
import { RevisionReads } from './revision-reads.js';

export interface ContentUpdate {
  /** The new revision, or null when the changes changed nothing. */
  revision: Revision | null;
  /** What the caller answers with `compat=false`, next to its own resource. */
  resource: ContentUpdateResource;
}

/**
 * Applies a batch of changes to a line of content: all of it as one new revision, or nothing.
 *
 * The changes are applied to the revision they were made on: the one the request names, else the newest when it came
 * in. When the line has moved on by the time the row lock is held, the result is merged with what others did, block by
 * block, exactly as a change request would be. Both writers' work lands; where they changed the same block or field
 * differently, the second one is answered 409 and nothing of its batch is kept.
 */
@Injectable()
export class ContentChanges {
  constructor(
    private readonly db: Database,
    private readonly content: ContentStore,
    private readonly revisions: RevisionService,
    private readonly reads: RevisionReads,
    private readonly planner: ChangePlanner,
    private readonly urls: ContentUrls,
    private readonly signedUrls: SignedUrls,
    private readonly clock: Clock,
  ) {}

  /**
   * Call it outside of a transaction: files are fetched and stored before it begins.
   * @throws BadRequest naming the change and its field; Conflict when somebody else changed the same thing meanwhile.
   */
  async apply(line: ContentLine, body: ContentChangesBody): Promise<ContentUpdate> {
    const base = await this.baseOf(line, body.revision);
    const batch = new ChangeBatch(line, base, body.changes, this.clock.now());
    await this.planner.plan(batch);
    const revision = await this.db.transaction(() => this.write(batch));
    return { revision, resource: this.present(batch, revision?.id ?? line.head.id) };
  }

  private async baseOf(line: ContentLine, revisionId: string | undefined): Promise<LineRevision> {
    if (revisionId === undefined) return line.head;
    const revision = await this.reads.findIn(line.organizationId, line.spaceId, revisionId);
    if (!revision) throw new BadRequest(`revision: this space has no revision ${revisionId}.`);
    return revision;
  }

  private async write(batch: ChangeBatch): Promise<Revision | null> {
    const { line, base, now } = batch;
    const { organizationId, spaceId, changeRequestId, actor } = line;
    const head = await line.lock();
    const mine = await this.applyEdits(batch, now);
    const snapshot = head.snapshot === base.snapshot ? mine : await this.merge(batch, head, mine);
    if (snapshot === head.snapshot) return null;
    const revision = await this.revisions.commit(organizationId, {
      spaceId,
      changeRequestId: changeRequestId ?? null,
      type: 'edits',
      parents: [head.id],
      snapshot,
      author: actor.userId,
    });
    await line.advance({ id: revision.id, snapshot });
    return revision;
  }

  private async applyEdits(batch: ChangeBatch, now: Date): Promise<string> {
    const { line, base, edits } = batch;
    try {
      return (await this.content.applyEdits(line.organizationId, base.snapshot, edits, { now })).snapshot;
    } catch (error) {
      // All pages were there when the batch was planned, so an earlier change has deleted one above this.
      if (error instanceof PageNotFound) {
        throw new BadRequest(
          `changes: the page ${error.pageId} is used after an earlier change deleted a page above it.`,
        );
      }
      throw error;
    }
  }

  private async merge({ line, base }: ChangeBatch, head: LineRevision, mine: string): Promise<string> {
    const merged = await this.content.merge(line.organizationId, {
      base: base.snapshot,
      main: head.snapshot,
      mine,
    });
    if (merged.conflicts.length > 0) throw new Conflict(describeConflicts(merged.conflicts));
    return merged.snapshot;
  }

  private present({ line, outcomes, files }: ChangeBatch, revision: string): ContentUpdateResource {
    const { organizationId } = line;
    return {
      revision,
      changes: outcomes.map((outcome) => this.presentOutcome(line, outcome)),
      ...(files.length > 0
        ? { insertedFiles: files.map((file) => presentFile(file, organizationId, this.signedUrls, true)) }
        : {}),
    };
  }

  private presentOutcome(line: ContentLine, outcome: PlannedOutcome): ChangeOutcome {
    if (outcome.object === 'deleted_page') return { object: 'deleted_page', page: outcome.page };
    const location = this.urls.page(line, outcome.page);
    const page = { object: 'page' as const, id: outcome.page, urls: { location } };
    if (outcome.object === 'updated_page') return { object: 'updated_page', page };
    return { object: 'created_page', ...(outcome.ref ? { ref: outcome.ref } : {}), page };
  }
}

function describeConflicts(conflicts: readonly ContentConflict[]): string {
  const places = conflicts.slice(0, 5).map((conflict) => {
    const thing = conflict.page ? `page ${conflict.page}` : conflict.kind;
    const part = conflict.block ? `block ${conflict.block}` : conflict.field;
    return part ? `${thing} (${part})` : thing;
  });
  return `Somebody else changed the same content meanwhile: ${places.join(', ')}. Read it again and send the changes once more.`;
}
