import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ContentStore } from '#modules/content/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { ContentContexts, PageHistory, type PageRevision } from '#modules/space-content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Users } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { type Refusal, showOrSubmit } from '../form-page.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { Outcome } from '../outcome.js';
import { PageDiffs } from '../review/page-diffs.js';
import { reviewUrls } from '../review/review-urls.js';
import { PageHistoryList, type PageHistoryRow } from './page-history-view.js';
import { RestoreContent } from './restore-content.js';

/** Revisions that are compared at a time. */
const A_PAGE = 20;

const NOTICES: Record<string, string> = {
  restored: 'The earlier version is back, as a new revision.',
};

/** `/app/s/{space}/~/history/pages/{page}`: the history of one page, and the way back to a version of it. */
@Injectable()
export class PageHistoryPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly spaces: Spaces,
    private readonly contexts: ContentContexts,
    private readonly store: ContentStore,
    private readonly history: PageHistory,
    private readonly users: Users,
    private readonly diffs: PageDiffs,
    private readonly restoring: RestoreContent,
  ) {}

  /** @throws NotFound, Forbidden for a form of another site or a session that may not do this. */
  @AppRoute('/s/:space/~/history/pages/:page', {
    forms: true,
    scopes: ['space:content:read'],
    formScopes: ['space:content:write'],
    operations: ['updateSpaceContent'],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    return showOrSubmit(
      message,
      (refusal) => this.page(request, refusal),
      (form) => this.restore(request, form),
    );
  }

  private async restore({ actor, params }: MemberRequest, form: URLSearchParams): Promise<SiteAnswer> {
    const { space = '', page = '' } = params;
    if (form.get('do') !== 'restore') throw new BadRequest('do must be "restore".');
    const revision = form.get('revision') ?? '';
    const subject = 'Restore an earlier version of a page';
    const number = await this.restoring.page(actor, space, page, revision, subject);
    const location =
      number === null
        ? `${this.pathOf(space, page)}?notice=restored`
        : reviewUrls(this.config.basePath, space, number).overview;
    return { kind: 'redirect', status: 303, location, isComplete: true };
  }

  private async page(request: MemberRequest, refusal?: Refusal): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { space: spaceId = '', page: pageId = '' } = params;
    const { space, permissions } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const context = await this.contexts.current(actor, spaceId);
    const cursor = query.get('page') ?? undefined;
    const { items, next } = await this.history.listOfPage(context, pageId, { limit: A_PAGE, page: cursor });
    const found = await this.store.locatePage(context.organizationId, context.snapshot, pageId);
    if (!found && items.length === 0 && !next) throw new NotFound('page');
    const root = `${this.config.basePath}/app/s/${encodeURIComponent(spaceId)}`;
    return this.shell.page(
      request,
      {
        title: found ? `History of ${found.page.title}` : 'History of a deleted page',
        space,
        tab: 'history',
        breadcrumbs: [{ href: `${root}/~/history`, title: 'History' }],
        ...(refusal ? { status: refusal.status } : {}),
      },
      <>
        <Outcome notice={NOTICES[query.get('notice') ?? '']} problem={refusal?.text} />
        <PageHistoryList
          view={{
            ...{ here: this.pathOf(spaceId, pageId), root, pageId },
            rows: await this.rowsOf(context.organizationId, pageId, items),
            isStart: cursor === undefined,
            more: next?.page ?? null,
            mayRestore: permissions.edit,
            isLocked: space.editMode === 'locked',
          }}
        />
      </>,
    );
  }

  private async rowsOf(
    organizationId: string,
    pageId: string,
    items: readonly PageRevision[],
  ): Promise<PageHistoryRow[]> {
    const ids = items.flatMap(({ revision }) => revision.author ?? []);
    const authors = await this.users.findUsersByIds([...new Set(ids)]);
    const rows: PageHistoryRow[] = [];
    for (const { revision, before, change } of items) {
      const counts = await this.diffs.countOf(organizationId, pageId, before, revision.snapshot);
      rows.push({ revision, change, counts, author: authors.get(revision.author ?? '') ?? null });
    }
    return rows;
  }

  private pathOf(spaceId: string, pageId: string): string {
    const [space, page] = [spaceId, pageId].map(encodeURIComponent);
    return `${this.config.basePath}/app/s/${space}/~/history/pages/${page}`;
  }
}
