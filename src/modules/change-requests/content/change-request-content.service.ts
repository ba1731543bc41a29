import { RevisionService } from '#modules/content/index.js';
import {
  type ContentChangesBody,
  ContentChanges,
  type ContentContext,
  type ContentLine,
  type ContentUpdate,
  type LineRevision,
} from '#modules/space-content/index.js';
import type { TemplateChoice } from '#modules/templates/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Injectable } from '@nestjs/common';
import { ChangeRequestAccess, type FoundChangeRequest } from '../change-request-access.js';
import type { ChangeRequest } from '../change-request.entity.js';
import { nextStatus } from '../change-request.state.js';
import type { ChangeRequestRow } from '../change-requests.repository.js';
import { ChangeRequestLine } from '../change-request-line.js';

/** The content of change requests: where to read it, and writing it. */
@Injectable()
export class ChangeRequestContent {
  constructor(
    private readonly access: ChangeRequestAccess,
    private readonly line: ChangeRequestLine,
    private readonly revisions: RevisionService,
    private readonly contentChanges: ContentChanges,
  ) {}

  /** Which content to read. @throws NotFound */
  async context(actor: Actor, spaceId: string, key: string): Promise<ContentContext> {
    const { changeRequest } = await this.access.require(actor, spaceId, key, 'view');
    return { ...contextOfChangeRequest(changeRequest), actor };
  }

  /** Which content to read, and the snapshot of the main content that it is compared with. @throws NotFound */
  async comparison(
    actor: Actor,
    spaceId: string,
    key: string,
  ): Promise<{ context: ContentContext; base: string }> {
    const { changeRequest } = await this.access.require(actor, spaceId, key, 'view');
    const base = await this.base(changeRequest);
    return { context: contextOfChangeRequest(changeRequest), base: base.snapshot };
  }

  /**
   * Applies a batch to the newest revision: all of it or nothing.
   * @throws NotFound, Forbidden below the role `edit`, Conflict when it is merged or archived.
   */
  async change(
    actor: Actor,
    spaceId: string,
    key: string,
    body: ContentChangesBody,
  ): Promise<{ row: ChangeRequestRow; update: ContentUpdate }> {
    const found = await this.access.require(actor, spaceId, key, 'edit');
    // Files of the batch may be fetched before the lock is taken: that work is not begun for nothing.
    nextStatus(found.changeRequest.status, 'edit');
    const update = await this.contentChanges.apply(this.lineOf(actor, found), body);
    return { row: await this.access.require(actor, spaceId, found.changeRequest.id, 'view'), update };
  }

  /** Adds the pages of a template. @throws as `change`. */
  async applyTemplate(actor: Actor, spaceId: string, key: string, choice: TemplateChoice): Promise<void> {
    const found = await this.access.require(actor, spaceId, key, 'edit');
    nextStatus(found.changeRequest.status, 'edit');
    await this.contentChanges.applyTemplate(this.lineOf(actor, found), choice);
  }

  /** The content as a place to write on. @throws as `change`. */
  async lineFor(actor: Actor, spaceId: string, key: string): Promise<ContentLine> {
    const found = await this.access.require(actor, spaceId, key, 'edit');
    nextStatus(found.changeRequest.status, 'edit');
    return this.lineOf(actor, found);
  }

  private lineOf(actor: Actor, found: FoundChangeRequest): ContentLine {
    let locked = found.changeRequest;
    return {
      actor,
      organizationId: locked.organizationId,
      spaceId: locked.spaceId,
      changeRequestId: locked.id,
      head: headOf(locked),
      base: () => this.base(found.changeRequest),
      lock: async () => {
        locked = await this.access.lock(found, 'edit');
        return headOf(locked);
      },
      advance: async (made) => {
        for (const { actor: author, id, snapshot } of made) {
          await this.line.advance(author, locked, { id, snapshot });
          Object.assign(locked, { revisionId: id, snapshot });
        }
      },
    };
  }

  /** The revision of the main content that the change request was started on or last updated from. */
  private base(changeRequest: ChangeRequest): Promise<LineRevision> {
    const { organizationId, revisionInitialId, revisionMergedAncestorId } = changeRequest;
    return this.revisions.getRevision(organizationId, revisionMergedAncestorId ?? revisionInitialId);
  }
}

/** The content of a change request as it is now. */
export function contextOfChangeRequest(changeRequest: ChangeRequest): ContentContext {
  const { organizationId, spaceId, id, revisionId, snapshot } = changeRequest;
  return { organizationId, spaceId, revisionId, snapshot, changeRequestId: id };
}

function headOf({ revisionId, snapshot }: ChangeRequest): LineRevision {
  return { id: revisionId, snapshot };
}
