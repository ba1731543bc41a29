import type { Branch } from '#modules/content/index.js';
import {
  type ContentChangesBody,
  ContentChanges,
  type ContentContext,
  type ContentUpdate,
} from '#modules/space-content/index.js';
import type { TemplateBody } from '#modules/templates/index.js';
import type { Actor } from '#platform/http/actor.js';
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
  ) {}

  /** The content to read. @throws NotFound */
  async context(actor: Actor, spaceId: string, key: string): Promise<ContentContext> {
    const { changeRequest } = await this.access.requireChangeRequest(actor, spaceId, key, 'view');
    return { ...contextOfChangeRequest(changeRequest), actor };
  }

  /** The content to read, and the snapshot of the main content with which it is compared. @throws NotFound */
  async comparison(
    actor: Actor,
    spaceId: string,
    key: string,
  ): Promise<{ context: ContentContext; base: string }> {
    const { changeRequest } = await this.access.requireChangeRequest(actor, spaceId, key, 'view');
    const base = await this.branches.base(changeRequest);
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
