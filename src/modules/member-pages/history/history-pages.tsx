import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Revision } from '#modules/content/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { ContentContexts, PageHistory } from '#modules/space-content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Users } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { type Refusal, showOrSubmit } from '../form-page.js';
import { MemberShell } from '../member-shell.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { Outcome } from '../outcome.js';
import { reviewUrls } from '../review/review-urls.js';
import { changesInWords } from './changes-in-words.js';
import { HistoryList, type HistoryView } from './history-list.js';
import { RestoreContent } from './restore-content.js';

/** Revisions on a page, each compared with the one before. */
const A_PAGE = 20;
/** Changes of a revision that are named. */
const NAMED = 6;

const NOTICES: Record<string, string> = {
  restored: 'The earlier content is back, as a new revision.',
};

/** The history of a space, and the ways back. */
@Injectable()
export class HistoryPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly spaces: Spaces,
    private readonly contexts: ContentContexts,
    private readonly history: PageHistory,
    private readonly users: Users,
    private readonly restoring: RestoreContent,
  ) {}

  /** @throws NotFound, Forbidden for a form of another site or a session that may not do this. */
  @AppRoute('/s/:space/~/history', {
    forms: true,
    scopes: ['space:content:read'],
    formScopes: ['space:content:write'],
    operations: ['rollbackToRevision'],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    return showOrSubmit(
      message,
      (refusal) => (refusal ? undefined : this.comparisonOf(request)) ?? this.page(request, refusal),
      (form) => this.restore(request, form),
    );
  }

  /** Leads to the comparison of the two revisions that were picked in the list; null where none were. */
  private comparisonOf({ params, query }: MemberRequest): Promise<SiteAnswer> | null {
    const [before, after] = [query.get('before'), query.get('after')];
    if (!before || !after) return null;
    const root = `${this.config.basePath}/app/s/${encodeURIComponent(params['space'] ?? '')}`;
    const against = new URLSearchParams({ against: before }).toString();
    const location = `${root}/~/history/${encodeURIComponent(after)}?${against}`;
    return Promise.resolve({ kind: 'redirect', status: 303, location, isComplete: true });
  }

  private async restore({ actor, params }: MemberRequest, form: URLSearchParams): Promise<SiteAnswer> {
    const { space = '' } = params;
    const [what, revision, page] = ['do', 'revision', 'page'].map((name) => form.get(name) ?? '');
    if (what !== 'restore' && what !== 'bring-back')
      throw new BadRequest('do must be "restore" or "bring-back".');
    const number =
      what === 'restore'
        ? await this.restoring.space(actor, space, revision!)
        : await this.restoring.page(actor, space, page!, revision!, 'Bring back a deleted page');
    const here = `${this.config.basePath}/app/s/${encodeURIComponent(space)}/~/history`;
    const location =
      number === null ? `${here}?notice=restored` : reviewUrls(this.config.basePath, space, number).overview;
    return { kind: 'redirect', status: 303, location, isComplete: true };
  }

  private async page(request: MemberRequest, refusal?: Refusal): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { space: spaceId = '' } = params;
    const { space, permissions } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const page = query.get('page') ?? undefined;
    const { items, next } = await this.contexts.list(actor, spaceId, { limit: A_PAGE, page });
    const authors = await this.users.findUsersByIds([
      ...new Set(items.flatMap(({ author }) => author ?? [])),
    ]);
    const rows: HistoryView['rows'] = await Promise.all(
      items.map(async (revision) => ({
        revision,
        author: authors.get(revision.author ?? '') ?? null,
        changes: await this.changesOf(actor, spaceId, revision),
      })),
    );
    const root = `${this.config.basePath}/app/s/${encodeURIComponent(spaceId)}`;
    const view: HistoryView = {
      here: `${root}/~/history`,
      root,
      rows,
      isStart: page === undefined,
      more: next?.page ?? null,
      deleted: page === undefined ? await this.deleted(actor, spaceId) : [],
      mayRestore: permissions.edit,
      isLocked: space.editMode === 'locked',
    };
    return this.shell.page(
      request,
      { title: 'History', space, tab: 'history', ...(refusal ? { status: refusal.status } : {}) },
      <>
        <Outcome notice={NOTICES[query.get('notice') ?? '']} problem={refusal?.text} />
        <HistoryList view={view} />
      </>,
    );
  }

  private async changesOf(actor: Actor, spaceId: string, { id }: Revision): Promise<string[]> {
    const { changes, more = 0 } = await this.contexts.changesOf(actor, spaceId, id, { limit: NAMED });
    return changesInWords(changes, more);
  }

  private async deleted(actor: Actor, spaceId: string): Promise<HistoryView['deleted']> {
    const context = await this.contexts.current(actor, spaceId);
    const { items } = await this.history.listDeleted(context, { limit: A_PAGE });
    return items.map(({ page, subpages, lastRevision, revision }) => ({
      ...{ id: page.id, title: page.title, subpages, lastRevision },
      at: revision.createdAt,
    }));
  }
}
