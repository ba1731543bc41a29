import { Injectable } from '@nestjs/common';
import type { Revision } from '#modules/content/index.js';
import { SignedUrls } from '#modules/storage/index.js';
import type { TemplateChoice } from '#modules/templates/index.js';
import { Clock } from '#platform/clock/clock.js';
import { BadRequest } from '#platform/http/errors.js';
import { ChangeBatch, type PlannedOutcome } from './change-batch.js';
import { ChangePlanner } from './change-planner.js';
import type { ChangeOutcome, ContentChangesBody, ContentUpdateResource } from './content-changes.dto.js';
import type { ContentLine, LineRevision } from './content-line.js';
import { presentFile } from '../reading/content.presenter.js';
import { ContentUrls } from '../content-urls.js';
import { LineWriter } from './line-writer.js';
import { RevisionReads } from '../revision-reads.js';
import { TemplatePages } from './template-pages.js';

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
    private readonly reads: RevisionReads,
    private readonly planner: ChangePlanner,
    private readonly writer: LineWriter,
    private readonly urls: ContentUrls,
    private readonly signedUrls: SignedUrls,
    private readonly templates: TemplatePages,
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
    const revision = await this.writer.write(batch);
    return { revision, resource: this.present(batch, revision?.id ?? line.head.id) };
  }

  /**
   * Adds the pages of a template at the end of the top level.
   * @returns the new revision. @throws BadRequest naming the field; what `line.lock` throws.
   */
  async applyTemplate(line: ContentLine, choice: TemplateChoice): Promise<Revision | null> {
    const { snapshot } = line.head;
    const edits = await this.templates.plan({ ...line, snapshot }, choice, '');
    const batch = new ChangeBatch(line, line.head, [], this.clock.now());
    batch.edits.push(...edits);
    return this.writer.write(batch);
  }

  private async baseOf(line: ContentLine, revisionId: string | undefined): Promise<LineRevision> {
    if (revisionId === undefined) return line.head;
    const revision = await this.reads.findIn(line.organizationId, line.spaceId, revisionId);
    if (!revision) throw new BadRequest(`revision: this space has no revision ${revisionId}.`);
    return revision;
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
