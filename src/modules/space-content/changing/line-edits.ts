import { Injectable } from '@nestjs/common';
import { type ContentEdit, ContentStore, type Revision, RevisionService } from '#modules/content/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { ContentLine } from './content-line.js';

/** Writes edits that fit any content, such as new pages, to a line of content. */
@Injectable()
export class LineEdits {
  constructor(
    private readonly db: Database,
    private readonly content: ContentStore,
    private readonly revisions: RevisionService,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes the edits for the newest content, while the line is locked, and writes them as one revision. It joins the
   * caller's transaction, so that what the caller notes about it holds exactly when the content does.
   * @returns the revision, or null when the edits change nothing. @throws what `line.lock` and `edits` throw.
   */
  write(
    line: ContentLine,
    edits: (snapshot: string) => Promise<ContentEdit[]>,
    message?: string,
  ): Promise<Revision | null> {
    const { actor, organizationId, spaceId, changeRequestId } = line;
    return this.db.transaction(async () => {
      const head = await line.lock();
      const list = await edits(head.snapshot);
      const { snapshot } = await this.content.applyEdits(organizationId, head.snapshot, list, {
        now: this.clock.now(),
      });
      if (snapshot === head.snapshot) return null;
      const revision = await this.revisions.commit(organizationId, {
        spaceId,
        changeRequestId,
        type: 'edits',
        parents: [head.id],
        snapshot,
        author: actor.userId,
        message,
      });
      await line.advance([{ id: revision.id, snapshot, actor }]);
      return revision;
    });
  }
}
