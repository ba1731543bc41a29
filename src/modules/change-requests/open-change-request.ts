import { Injectable } from '@nestjs/common';
import { ContentStore } from '#modules/content/index.js';
import type { JSONDocument } from '#modules/documents/index.js';
import { RevisionReads, TemplatePages } from '#modules/space-content/index.js';
import { type SpaceRecord, Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { ChangeRequestBranches } from './change-request-branches.js';
import type { CreateChangeRequestBody } from './change-request.dto.js';
import { ChangeRequestEntity } from './change-request.entity.js';
import { SPACE_ACTION } from './change-request.policy.js';
import { type ChangeRequestRow, ChangeRequestsRepository } from './change-requests.repository.js';
import { eventOf } from './change-requests.service.js';

/** Makes the first revision of the change request from the content of the space. */
type FirstRevision = (snapshot: string) => Promise<{ type: 'edits' | 'rollback'; snapshot: string }>;

/** Content that somebody other than an author at a screen proposes. */
export interface Proposal {
  description: JSONDocument;
  /** Hash of content that is stored. */
  snapshot: string;
}

/** Opens change requests. */
@Injectable()
export class OpenChangeRequest {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly spaces: Spaces,
    private readonly repository: ChangeRequestsRepository,
    private readonly branches: ChangeRequestBranches,
    private readonly content: ContentStore,
    private readonly reads: RevisionReads,
    private readonly templates: TemplatePages,
  ) {}

  /**
   * Opens a draft on the space's current content: unchanged, with the pages of a template, or with the content of an
   * earlier revision, which is how a locked space is rolled back.
   * @param proposal content that comes from elsewhere, and is up for review at once.
   * @throws NotFound, Forbidden below the role `edit`, BadRequest for an unknown template or revision.
   */
  async execute(
    actor: Actor,
    spaceId: string,
    body: CreateChangeRequestBody,
    proposal?: Proposal,
  ): Promise<ChangeRequestRow> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, SPACE_ACTION.create);
    const first = proposal ? contentOf(proposal) : await this.plan(actor, space, body);
    return this.db.transaction(async () => {
      const locked = await this.spaces.lock(space.organizationId, spaceId);
      // The permission may have changed between the first check and the lock.
      await this.spaces.requireSpace(actor, spaceId, SPACE_ACTION.create);
      const changeRequest = await this.build(locked, actor, body.subject ?? '');
      if (proposal) Object.assign(changeRequest, { status: 'open', description: proposal.description });
      await this.repository.insert(changeRequest);
      await this.spaces.countChangeRequests(locked, null, changeRequest.status);
      await this.events.publish('change-request.created', eventOf(changeRequest, actor));
      if (first) await this.write(actor, locked, changeRequest, first);
      return (await this.repository.find(space.organizationId, spaceId, changeRequest.id))!;
    });
  }

  private async plan(
    actor: Actor,
    { organizationId, id: spaceId, snapshot: current }: SpaceRecord,
    { template, revision }: CreateChangeRequestBody,
  ): Promise<FirstRevision | null> {
    if (template && revision) {
      throw new BadRequest('revision does not go with a template; leave one of them out.');
    }
    if (template) {
      const target = { actor, organizationId, spaceId, snapshot: current };
      const edits = await this.templates.plan(target, template, 'template');
      return async (snapshot) => {
        const now = this.clock.now();
        const made = await this.content.applyEdits(organizationId, snapshot, edits, { now });
        return { type: 'edits', snapshot: made.snapshot };
      };
    }
    if (revision === undefined) return null;
    const target = await this.reads.findIn(organizationId, spaceId, revision);
    if (!target) throw new BadRequest(`revision: this space has no revision ${revision}.`);
    return () => Promise.resolve({ type: 'rollback', snapshot: target.snapshot });
  }

  private async write(
    actor: Actor,
    { snapshot }: SpaceRecord,
    changeRequest: ChangeRequestEntity,
    first: FirstRevision,
  ): Promise<void> {
    const made = await first(snapshot);
    if (made.snapshot === snapshot) return;
    await this.branches.branchOf(changeRequest).commit(actor, made);
  }

  private async build(space: SpaceRecord, actor: Actor, subject: string): Promise<ChangeRequestEntity> {
    const now = this.clock.now();
    const { organizationId, id: spaceId, revisionId, snapshot } = space;
    const number = await this.repository.nextNumber(organizationId, spaceId);
    return Object.assign(new ChangeRequestEntity(), {
      organizationId,
      id: newId(),
      spaceId,
      number,
      status: 'draft',
      subject,
      description: null,
      createdBy: actor.userId,
      createdAt: now,
      updatedAt: now,
      revisionId,
      snapshot,
      revisionInitialId: revisionId,
      revisionMergedAncestorId: null,
      revisionMergedId: null,
      mergedBy: null,
      mergedAt: null,
    });
  }
}

function contentOf({ snapshot }: Proposal): FirstRevision {
  return () => Promise.resolve({ type: 'edits', snapshot });
}
