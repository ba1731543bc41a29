import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Spaces, verdictOn } from '#modules/spaces/index.js';
import { DomainError, NotFound } from '#platform/http/errors.js';
import { readOwnForm } from '../forms.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { PreviewPlaces } from '../preview/preview-places.js';
import { FormOutcome, type Problem } from './notices.js';
import { threadRights } from './review-place.js';
import { CommentForm } from './comment-form.js';
import { ThreadBox } from './thread-box.js';
import { ThreadForms } from './thread-forms.js';
import { ReviewThreads } from './threads.js';

const FORM_LIMIT = 128 * 1024;
const STATUSES = [
  ['open', 'Open'],
  ['resolved', 'Resolved'],
  ['all', 'All'],
] as const;

/** `/app/s/{space}/~/comments`: the threads on the main content of a space. */
@Injectable()
export class CommentPages {
  constructor(
    private readonly shell: MemberShell,
    private readonly spaces: Spaces,
    private readonly places: PreviewPlaces,
    private readonly threads: ReviewThreads,
    private readonly forms: ThreadForms,
  ) {}

  /** @throws NotFound, Forbidden for a form of another site or a session that may not do this. */
  @AppRoute('/s/:space/~/comments', {
    forms: true,
    scopes: ['space:content:read', 'space:comments:read'],
    formScopes: ['space:comments:write'],
    operations: [
      'postCommentInSpace',
      'updateCommentInSpace',
      'deleteCommentInSpace',
      'postCommentReplyInSpace',
      'updateCommentReplyInSpace',
      'deleteCommentReplyInSpace',
    ],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    if (message.method !== 'POST') return this.page(request);
    const { actor, params, query } = request;
    const { space: spaceId = '' } = params;
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const form = await readOwnForm(message, FORM_LIMIT);
    try {
      const done = await this.forms.run(actor, { spaceId }, space, form);
      const kept = new URLSearchParams({ status: query.get('status') ?? 'open', notice: done?.notice ?? '' });
      const anchor = done?.anchor === undefined ? '' : `#${done.anchor}`;
      return { kind: 'redirect', status: 303, location: `?${kept.toString()}${anchor}`, isComplete: true };
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      return this.page(request, { text: error.message, typed: form }, error.status);
    }
  }

  private async page(request: MemberRequest, problem?: Problem, code?: number): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { space: spaceId = '' } = params;
    const view = await this.spaces.requireSpace(actor, spaceId, 'view');
    const { space } = view;
    const [status] = STATUSES.find(([name]) => name === query.get('status')) ?? STATUSES[0];
    const only = query.get('thread');
    const preview = await this.places.find(actor, spaceId, { kind: 'current' });
    const { items, more } = await this.threads.list(request, { spaceId }, preview, {
      only,
      status: only === null ? status : 'all',
    });
    const may = (action: 'comment' | 'edit'): boolean => verdictOn(view, action).allowed;
    const own = { comment: may('comment'), edit: may('edit') };
    const rights = threadRights(request, { rights: own }, problem);
    return this.shell.page(
      request,
      { title: 'Comments', space, tab: 'comments', ...(code === undefined ? {} : { status: code }) },
      <>
        <FormOutcome query={query} problem={problem} />
        <nav class="review-filters" aria-label="Status">
          <ul>
            {STATUSES.map(([name, title]) => (
              <li>
                <a href={`?status=${name}`} aria-current={name === status ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {items.length === 0 && <p>There are no threads here.</p>}
        {more > 0 && <p class="member-hint">{more} older threads are not shown.</p>}
        {items.map((thread) => (
          <ThreadBox
            thread={thread}
            rights={{ ...rights, mayApply: false }}
            pageHref={
              thread.resource.target.page &&
              `${preview.place.siteBasePath}~/pages/${encodeURIComponent(thread.resource.target.page.id)}`
            }
          />
        ))}
        <CommentForm rights={rights} label="Comment on the space" />
      </>,
    );
  }
}
