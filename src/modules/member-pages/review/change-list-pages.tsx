import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ChangeRequests, OpenChangeRequest } from '#modules/change-requests/index.js';
import { PullRequests } from '#modules/git/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Config } from '#platform/config/env.js';
import { DomainError, NotFound } from '#platform/http/errors.js';
import { readOwnForm } from '../forms.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { ChangeList, type ListName, LISTS } from './change-list.js';
import type { Problem } from './notices.js';
import { PullList } from './pull-list.js';
import { reviewUrls } from './review-urls.js';

const A_PAGE = 30;

/** `/app/s/{space}/~/changes`: the change requests of a space, and the form that opens one. */
@Injectable()
export class ChangeListPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly spaces: Spaces,
    private readonly changeRequests: ChangeRequests,
    private readonly opening: OpenChangeRequest,
    private readonly pulls: PullRequests,
  ) {}

  /** @throws NotFound, Forbidden for a form of another site or a session that may not do this. */
  @AppRoute('/s/:space/~/changes', {
    forms: true,
    scopes: ['space:metadata:read'],
    formScopes: ['space:content:write'],
    operations: ['createChangeRequest'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    if (message.method !== 'POST') return this.page(request);
    const form = await readOwnForm(message);
    const { space: spaceId = '' } = request.params;
    try {
      const subject = (form.get('subject') ?? '').trim();
      const { changeRequest } = await this.opening.execute(request.actor, spaceId, { subject });
      const { overview } = reviewUrls(this.config.basePath, spaceId, changeRequest.number);
      return { kind: 'redirect', status: 303, location: `${overview}?notice=created`, isComplete: true };
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      return this.page(request, { text: error.message, typed: form }, error.status);
    }
  }

  private async page(request: MemberRequest, problem?: Problem, status?: number): Promise<SiteAnswer> {
    const { actor, query, params } = request;
    const { space: spaceId = '' } = params;
    const { space, permissions } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const current = LISTS.find(({ name }) => name === query.get('status')) ?? LISTS[0];
    const page = query.get('page') ?? undefined;
    const filters = { status: current.statuses, sort: 'updatedAt', limit: A_PAGE, page } as const;
    const { items, next } = await this.changeRequests.list(actor, spaceId, filters);
    const root = `${this.config.basePath}/app/s/${encodeURIComponent(spaceId)}`;
    return this.shell.page(
      request,
      { title: 'Changes', space, tab: 'changes', ...(status === undefined ? {} : { status }) },
      <ChangeList
        view={{
          base: this.config.basePath,
          spaceId,
          current: current.name,
          counts: await this.counts(request, spaceId),
          rows: items,
          more: next?.page ?? null,
          mayCreate: permissions.edit,
          query,
          ...(problem ? { problem } : {}),
        }}
      >
        {current.name === 'work' && (
          <PullList root={root} pulls={await this.pulls.listShown(actor, spaceId)} />
        )}
      </ChangeList>,
    );
  }

  private async counts({ actor }: MemberRequest, spaceId: string): Promise<Map<ListName, number>> {
    const counts = new Map<ListName, number>();
    for (const { name, statuses } of LISTS)
      counts.set(
        name,
        (await this.changeRequests.list(actor, spaceId, { status: statuses, limit: 0 })).count,
      );
    return counts;
  }
}
