import { Injectable } from '@nestjs/common';
import {
  ChangeRequestConflicts,
  ChangeRequests,
  type FoundChangeRequest,
  MergeChangeRequest,
  RequestedReviewers,
  Reviews,
  UpdateChangeRequest,
  ViewedPages,
} from '#modules/change-requests/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { RestoreBlock } from '../editing/restore-block.js';
import { BlockWriter } from './block-writer.js';
import { ConflictEdits } from './conflict-edits.js';
import type { FormResult } from './form-result.js';
import { ReviewMembers } from './review-members.js';
import { ThreadForms } from './thread-forms.js';

type Action = (actor: Actor, found: FoundChangeRequest, form: URLSearchParams) => Promise<FormResult>;

/** Carries out the forms of review pages, by the operations of the API. */
@Injectable()
export class ReviewForms {
  constructor(
    private readonly changeRequests: ChangeRequests,
    private readonly reviews: Reviews,
    private readonly requested: RequestedReviewers,
    private readonly merging: MergeChangeRequest,
    private readonly updating: UpdateChangeRequest,
    private readonly conflicts: ChangeRequestConflicts,
    private readonly viewedPages: ViewedPages,
    private readonly members: ReviewMembers,
    private readonly threads: ThreadForms,
    private readonly blocks: BlockWriter,
    private readonly restoring: RestoreBlock,
    private readonly conflictEdits: ConflictEdits,
  ) {}

  /** @throws BadRequest for an unknown form, and the errors of the operations. */
  async run(actor: Actor, found: FoundChangeRequest, form: URLSearchParams): Promise<FormResult> {
    if (form.has('withdraw')) return this.withdraw(actor, found, form.get('withdraw') ?? '');
    if (form.has('choice') || form.has('all')) return this.resolve(actor, found, form);
    const { spaceId, id: changeRequestId } = found.changeRequest;
    const thread = await this.threads.run(actor, { spaceId, changeRequestId }, found.changeRequest, form);
    if (thread) return thread;
    const action = this.actions[form.get('do') ?? ''];
    if (!action) throw new BadRequest('The form says nothing that can be done here; reload the page.');
    return action(actor, found, form);
  }

  private readonly actions: Record<string, Action> = {
    describe: async (actor, found, form) => {
      const subject = (form.get('subject') ?? '').trim();
      const description = (form.get('description') ?? '').trim();
      await this.update(actor, found, {
        subject,
        description: description === '' ? null : { markdown: description },
      });
      return { notice: 'described' };
    },
    open: (actor, found) => this.setStatus(actor, found, 'open', 'opened'),
    draft: (actor, found) => this.setStatus(actor, found, 'draft', 'drafted'),
    archive: (actor, found) => this.setStatus(actor, found, 'archived', 'archived'),
    ask: async (actor, found, form) => {
      const user = await this.members.require(actor, found.changeRequest, form.get('reviewer') ?? '');
      const { spaceId, id, status } = found.changeRequest;
      await this.requested.request(actor, spaceId, id, { users: [user.id] });
      // A request for a review says that it is ready for one.
      if (status === 'draft') await this.update(actor, found, { status: 'open' });
      return { notice: 'asked' };
    },
    approve: (actor, found, form) => this.review(actor, found, form, 'approved', 'approved'),
    refuse: (actor, found, form) => this.review(actor, found, form, 'changes-requested', 'refused'),
    merge: async (actor, { changeRequest: { spaceId, id } }) => {
      const { result } = await this.merging.execute(actor, spaceId, id);
      return result === 'merge'
        ? { notice: 'merged', to: 'overview' }
        : { notice: 'conflicts', to: 'conflicts' };
    },
    update: async (actor, { changeRequest: { spaceId, id } }) => {
      const { result } = await this.updating.execute(actor, spaceId, id);
      return result === 'update'
        ? { notice: 'updated', to: 'overview' }
        : { notice: 'conflicts', to: 'conflicts' };
    },
    view: async (actor, { changeRequest: { spaceId, id } }, form) => {
      const page = form.get('page') ?? '';
      await this.viewedPages.mark(actor, spaceId, id, page);
      return { notice: 'viewed', anchor: `p-${page}` };
    },
    unview: async (actor, { changeRequest: { spaceId, id } }, form) => {
      const page = form.get('page') ?? '';
      await this.viewedPages.unmark(actor, spaceId, id, page);
      return { notice: 'unviewed', anchor: `p-${page}` };
    },
    apply: async (actor, { changeRequest: { spaceId, id: changeRequest } }, form) => {
      const place = { spaceId, changeRequestId: changeRequest };
      const { page, block, markdown } = await this.threads.suggestion(
        actor,
        place,
        form.get('comment') ?? '',
      );
      await this.blocks.write(actor, { spaceId, changeRequest, page, block }, markdown);
      await this.threads.close(actor, place, form.get('comment') ?? '');
      return { notice: 'applied', anchor: `p-${page}` };
    },
    'restore-block': async (actor, { changeRequest: { spaceId, id } }, form) => {
      const [page = '', block = '', revision = ''] = ['page', 'block', 'revision'].map(
        (name) => form.get(name) ?? '',
      );
      await this.restoring.executeInRequest(actor, spaceId, id, { page, block, revision });
      return { notice: 'restored', anchor: `p-${page}` };
    },
    'edit-conflict': async (actor, found, form) => {
      await this.conflictEdits.write(actor, found, form.get('conflict') ?? '', form.get('text') ?? '');
      return { notice: 'edited', to: 'conflicts' };
    },
  };

  private async setStatus(
    actor: Actor,
    found: FoundChangeRequest,
    status: 'open' | 'draft' | 'archived',
    notice: string,
  ): Promise<FormResult> {
    await this.update(actor, found, { status });
    return { notice };
  }

  private update(
    actor: Actor,
    { changeRequest: { spaceId, id } }: FoundChangeRequest,
    body: Parameters<ChangeRequests['update']>[3],
  ) {
    return this.changeRequests.update(actor, spaceId, id, body);
  }

  private async review(
    actor: Actor,
    { changeRequest: { spaceId, id, organizationId } }: FoundChangeRequest,
    form: URLSearchParams,
    status: 'approved' | 'changes-requested',
    notice: string,
  ): Promise<FormResult> {
    const words = (form.get('verdict') ?? '').trim();
    const markdown = words === '' ? '' : await this.members.nameIn(actor, organizationId, words);
    await this.reviews.submit(actor, spaceId, id, {
      status,
      ...(words === '' ? {} : { comment: { markdown } }),
    });
    return { notice };
  }

  private async withdraw(
    actor: Actor,
    { changeRequest: { spaceId, id } }: FoundChangeRequest,
    userId: string,
  ): Promise<FormResult> {
    await this.requested.withdraw(actor, spaceId, id, userId);
    return { notice: 'withdrawn' };
  }

  /** One conflict, or with `all` each that has no choice yet and can have this one. */
  private async resolve(
    actor: Actor,
    { changeRequest: { spaceId, id } }: FoundChangeRequest,
    form: URLSearchParams,
  ): Promise<FormResult> {
    const choice = readChoice(form.get('all') ?? form.get('choice'));
    const one = { conflict: form.get('conflict') ?? '', fingerprint: form.get('fingerprint') ?? '' };
    const wanted = form.has('all')
      ? (await this.conflicts.list(actor, spaceId, id, { limit: 1000 })).items
          .filter(({ resolution, choices }) => resolution === null && choices.includes(choice))
          .map(({ id: conflict, fingerprint }) => ({ conflict, fingerprint }))
      : [one];
    if (wanted.length === 0) throw new BadRequest('There is no open conflict that can have this choice.');
    await this.conflicts.resolve(
      actor,
      spaceId,
      id,
      wanted.map((conflict) => ({ ...conflict, choice })),
    );
    return { notice: 'resolved', to: 'conflicts' };
  }
}

function readChoice(text: string | null): 'main' | 'mine' | 'both' {
  if (text !== 'main' && text !== 'mine' && text !== 'both')
    throw new BadRequest('choice must be one of main, mine, both.');
  return text;
}
