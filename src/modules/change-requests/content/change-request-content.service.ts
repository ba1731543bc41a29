import { type Branch, type Revision, Revisions } from '#modules/content/index.js';
import {
  type ContentChangesBody,
  ContentChanges,
  type ContentContext,
  type ContentUpdate,
  RevisionReads,
} from '#modules/space-content/index.js';
import type { TemplateBody } from '#modules/templates/index.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { Injectable } from '@nestjs/common';
import { ChangeRequestAccess } from '../change-request-access.js';
import { ChangeRequestBranches } from '../change-request-branches.js';
import type { ChangeRequestEntity } from '../change-request.entity.js';
import { nextStatus } from '../change-request.state.js';
import type { ChangeRequestRow } from '../change-requests.repository.js';

/** The content of change requests: finds it for reads, and writes it. */
@Injectable()
export class ChangeRequestContent {
  constructor(
    private readonly access: ChangeRequestAccess,
    private readonly branches: ChangeRequestBranches,
    private readonly contentChanges: ContentChanges,
    private readonly revisions: RevisionReads,
    private readonly history: Revisions,
  ) {}

  /** The content to read. @throws NotFound */
  async context(actor: Actor, spaceId: string, key: string): Promise<ContentContext> {
    const { changeRequest } = await this.access.requireChangeRequest(actor, spaceId, key, 'view');
    return { ...contextOfChangeRequest(changeRequest), actor };
  }

  /**
   * The content to read, and the snapshot with which it is compared.
   * @param from a revision of the change request, such as the one that somebody reviewed; the main content on which it
   * was started or from which it was last updated when absent.
   * @throws NotFound, also for a revision that is not of the change request.
   */
  async comparison(
    actor: Actor,
    spaceId: string,
    key: string,
    from?: string,
  ): Promise<{ context: ContentContext; base: string }> {
    const { changeRequest } = await this.access.requireChangeRequest(actor, spaceId, key, 'view');
    const context = contextOfChangeRequest(changeRequest);
    if (from === undefined || from === changeRequest.revisionInitialId)
      return { context, base: (await this.branches.base(changeRequest)).snapshot };
    const earlier = await this.revisions.getIn(changeRequest.organizationId, spaceId, from);
    if (earlier.changeRequestId !== changeRequest.id) throw new NotFound('revision of the change request');
    return { context, base: earlier.snapshot };
  }

  /** The revisions of its branch, the latest first, without those of the main content. @throws NotFound */
  async listRevisions(
    actor: Actor,
    spaceId: string,
    key: string,
    request: PageRequest,
  ): Promise<Page<Revision>> {
    const { changeRequest } = await this.access.requireChangeRequest(actor, spaceId, key, 'view');
    const { organizationId, id } = changeRequest;
    return this.history.listRevisions(organizationId, { spaceId, changeRequestId: id }, request);
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
    const changeRequest = await this.requireEditable(actor, spaceId, key);
    const update = await this.contentChanges.apply(this.branches.branchOf(changeRequest), actor, body);
    return { row: await this.access.requireChangeRequest(actor, spaceId, changeRequest.id, 'view'), update };
  }

  /** Adds the pages of a template. @throws as `change`. */
  async applyTemplate(actor: Actor, spaceId: string, key: string, choice: TemplateBody): Promise<void> {
    await this.contentChanges.applyTemplate(await this.branch(actor, spaceId, key), actor, choice);
  }

  /** The change request as a branch to write to. @throws as `change`. */
  async branch(actor: Actor, spaceId: string, key: string): Promise<Branch> {
    return this.branches.branchOf(await this.requireEditable(actor, spaceId, key));
  }

  /** Files of a batch may be fetched before the lock is taken, so a refusal comes before that work. */
  private async requireEditable(actor: Actor, spaceId: string, key: string): Promise<ChangeRequestEntity> {
    const { changeRequest } = await this.access.requireChangeRequest(actor, spaceId, key, 'edit');
    nextStatus(changeRequest.status, 'edit');
    return changeRequest;
  }
}

/** The current content of a change request. */
export function contextOfChangeRequest(changeRequest: ChangeRequestEntity): ContentContext {
  const { organizationId, spaceId, id, revisionId, snapshot } = changeRequest;
  return { organizationId, spaceId, revisionId, snapshot, changeRequestId: id };
}
