import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { ComponentChildren } from 'preact';
import {
  ChangeRequestContent,
  MergeStatuses,
  RequestedReviewers,
  ViewedPages,
} from '#modules/change-requests/index.js';
import { serializeMarkdown } from '#modules/documents/index.js';
import { PdfExports } from '#modules/pdf/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { DomainError, NotFound } from '#platform/http/errors.js';
import { readOwnForm } from '../forms.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { FaceName } from '../shell/face.js';
import { ReviewChanges, readChoice } from './review-changes.js';
import { addressOf, ChangesPage } from './changes-view.js';
import { StatusBadge } from './change-list.js';
import { ConflictViews } from './conflict-views.js';
import { ConflictsPage } from './conflicts-view.js';
import { FormOutcome, type Problem } from './notices.js';
import { ChangedList, Checks, Description } from './overview.js';
import { Actions, Reviewers } from './reviewers.js';
import { ReviewHistory } from './review-history.js';
import { PageDiffs } from './page-diffs.js';
import type { FormResult } from './form-result.js';
import { ReviewForms } from './review-forms.js';
import { ReviewMembers } from './review-members.js';
import { type ReviewPlace, ReviewPlaces, threadRights } from './review-place.js';
import { ReviewTabs } from './review-tabs.js';
import { Ago } from '../shell/ago.js';
import { Timeline } from './timeline.js';
import { CommentForm } from './comment-form.js';
import { ThreadBox } from './thread-box.js';
import { ReviewThreads } from './threads.js';

/** Bytes of a form: the longest text of a comment with its wording, each character escaped. */
const FORM_LIMIT = 256 * 1024;

const READ = ['space:metadata:read', 'space:content:read', 'space:comments:read'] as const;
const WRITE = ['space:metadata:write', 'space:content:write', 'space:comments:write'] as const;
const REVIEW_OPERATIONS = [
  ...['updateChangeRequestById', 'mergeChangeRequest', 'updateChangeRequest', 'submitChangeRequestReview'],
  ...['requestReviewersForChangeRequest', 'removeRequestedReviewerFromChangeRequest'],
  ...[
    'markPageOfChangeRequestAsViewed',
    'markPageOfChangeRequestAsUnviewed',
    'resolveChangeRequestConflicts',
  ],
  ...['post', 'update', 'delete'].flatMap((does) => [
    `${does}CommentInChangeRequest`,
    `${does}CommentReplyInChangeRequest`,
  ]),
];
const OPTIONS = { forms: true, scopes: READ, formScopes: WRITE, operations: REVIEW_OPERATIONS };
const REVIEW = '/s/:space/~/changes/:number/~/review';

type Page = (
  request: MemberRequest,
  place: ReviewPlace,
  problem?: Problem,
  status?: number,
) => Promise<SiteAnswer>;

/** The pages on which a change request is reviewed and merged. */
@Injectable()
export class ReviewPages {
  constructor(
    private readonly shell: MemberShell,
    private readonly places: ReviewPlaces,
    private readonly forms: ReviewForms,
    private readonly statuses: MergeStatuses,
    private readonly requested: RequestedReviewers,
    private readonly viewedPages: ViewedPages,
    private readonly content: ChangeRequestContent,
    private readonly history: ReviewHistory,
    private readonly changes: ReviewChanges,
    private readonly threads: ReviewThreads,
    private readonly conflicts: ConflictViews,
    private readonly members: ReviewMembers,
    private readonly diffs: PageDiffs,
    private readonly pdf: PdfExports,
  ) {}

  /** @throws NotFound, Forbidden for a form of another site or a session that may not do this. */
  @AppRoute(REVIEW, OPTIONS)
  overview(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    return this.answer(request, message, 'overview', (...page) => this.overviewPage(...page));
  }

  /** The same for the page of changes. */
  @AppRoute(`${REVIEW}/changes`, OPTIONS)
  changed(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    return this.answer(request, message, 'changes', (...page) => this.changesPage(...page));
  }

  /** The same for the page of conflicts. */
  @AppRoute(`${REVIEW}/conflicts`, OPTIONS)
  inConflict(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    return this.answer(request, message, 'conflicts', (...page) => this.conflictsPage(...page));
  }

  /** Leads to the content as PDF. @throws NotFound */
  @AppRoute(`${REVIEW}/pdf`, { scopes: READ })
  async toPdf({ actor, params: { space = '', number = '' } }: MemberRequest): Promise<SiteAnswer> {
    const context = await this.content.context(actor, space, number);
    return { kind: 'redirect', status: 303, location: await this.pdf.link(context, {}), isComplete: true };
  }

  private async answer(
    request: MemberRequest,
    message: IncomingMessage,
    name: 'overview' | 'changes' | 'conflicts',
    page: Page,
  ): Promise<SiteAnswer> {
    const place = await this.places.find(request);
    if (message.method !== 'POST') return page(request, place);
    const form = await readOwnForm(message, FORM_LIMIT);
    try {
      const result = await this.forms.run(request.actor, place.found, form);
      return {
        kind: 'redirect',
        status: 303,
        location: locationOf(request, place, name, result),
        isComplete: true,
      };
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      // The state may have changed meanwhile, which is why it was refused.
      const now = await this.places.find(request);
      return page(request, now, { text: error.message, typed: form }, error.status);
    }
  }

  private async overviewPage(...[request, place, problem, status]: Parameters<Page>): Promise<SiteAnswer> {
    const { changeRequest, creator } = place.found;
    const { status: state, createdAt, updatedAt } = changeRequest;
    return this.show(
      request,
      place,
      { name: 'overview', problem, status },
      <>
        <p class="review-byline">
          <StatusBadge status={state} /> <FaceName person={creator} />
          <span>
            opened it <Ago at={createdAt} />, last changed <Ago at={updatedAt} />
          </span>
        </p>
        <div class="review-columns">
          <div class="review-main">{await this.main(request, place, problem)}</div>
          <div class="review-side">{await this.side(request, place, problem)}</div>
        </div>
      </>,
    );
  }

  /** The words and the past of a change request. */
  private async main(
    request: MemberRequest,
    place: ReviewPlace,
    problem?: Problem,
  ): Promise<ComponentChildren> {
    const { actor } = request;
    const { spaceId, id, description, subject } = place.found.changeRequest;
    const { rights, urls, preview } = place;
    const { changes, counts } = await this.changes.summary(place);
    const viewed = await this.viewedPages.list(actor, spaceId, id);
    const reviews = await this.history.listReviews(actor, place);
    const only = request.query.get('thread');
    const talk = await this.threads.list(request, { spaceId, changeRequestId: id }, preview, { only });
    const own = threadRights(request, place, problem);
    return (
      <>
        <Description
          subject={subject}
          html={description === null ? '' : await this.diffs.drawBlocks(preview, description.nodes)}
          markdown={description === null ? '' : serializeMarkdown(description).trimEnd()}
          mayDescribe={rights.describe}
          problem={problem}
        />
        <ChangedList
          pages={changes.pages}
          counts={counts}
          viewed={new Set(viewed.map(({ pageId }) => pageId))}
          href={urls.changes}
        />
        <h2>Timeline</h2>
        <Timeline items={await this.history.timeline(actor, place, reviews)} />
        <h2>Discussion</h2>
        {talk.more > 0 && <p class="member-hint">{talk.more} older threads are not shown.</p>}
        {talk.items.map((thread) => (
          <ThreadBox
            thread={thread}
            rights={own}
            pageHref={thread.resource.target.page && `${urls.changes}#c-${thread.resource.id}`}
          />
        ))}
        <CommentForm rights={own} label="Comment" />
      </>
    );
  }

  /** The state of a change request, and what can be done with it. */
  private async side(
    { actor }: MemberRequest,
    place: ReviewPlace,
    problem?: Problem,
  ): Promise<ComponentChildren> {
    const { spaceId, id, organizationId, status } = place.found.changeRequest;
    const { rights, urls } = place;
    const merge = await this.statuses.get(actor, spaceId, id);
    const { conflicts, outdated: isOutdated } = merge;
    return (
      <>
        <Checks status={merge} isDone={status === 'merged' || status === 'archived'} urls={urls} />
        <Actions
          view={{ rights, status, conflicts, isOutdated, isMergeable: merge.obstacles.length === 0 }}
        />
        <Reviewers
          requested={(await this.requested.list(actor, spaceId, id, { limit: 100 })).items}
          reviews={await this.history.listReviews(actor, place)}
          members={rights.ask ? await this.members.list(actor, organizationId) : []}
          mayAsk={rights.ask}
          problem={problem}
        />
      </>
    );
  }

  private async changesPage(...[request, place, problem, status]: Parameters<Page>): Promise<SiteAnswer> {
    const view = await this.changes.view(request, place, readChoice(request.query), problem);
    return this.show(request, place, { name: 'changes', problem, status }, <ChangesPage view={view} />);
  }

  private async conflictsPage(...[request, place, problem, status]: Parameters<Page>): Promise<SiteAnswer> {
    const { spaceId, id } = place.found.changeRequest;
    const { items, hidden } = await this.conflicts.list(request.actor, place);
    const { conflicts } = await this.statuses.get(request.actor, spaceId, id);
    return this.show(
      request,
      place,
      { name: 'conflicts', problem, status },
      <ConflictsPage
        view={{ conflicts: items, hidden, openNow: conflicts, rights: place.rights, problem }}
      />,
    );
  }

  private show(
    request: MemberRequest,
    { found: { changeRequest }, space, urls, rights }: ReviewPlace,
    {
      name,
      problem,
      status,
    }: { name: 'overview' | 'changes' | 'conflicts'; problem?: Problem; status?: number },
    children: ComponentChildren,
  ): Promise<SiteAnswer> {
    const { number, subject } = changeRequest;
    const title = `#${number} ${subject || 'Untitled'}`;
    return this.shell.page(
      request,
      {
        title,
        space,
        tab: 'changes',
        breadcrumbs: [{ href: urls.list, title: 'Changes' }],
        isWide: name !== 'overview',
        bundles: name === 'changes' ? ['review'] : [],
        actions: (
          <>
            {rights.edit && (
              <a class="button button-secondary" href={urls.edit}>
                Edit
              </a>
            )}
            <a class="button button-secondary" href={urls.preview}>
              Preview
            </a>
            <a class="button button-secondary" href={urls.pdf}>
              PDF
            </a>
          </>
        ),
        ...(status === undefined ? {} : { status }),
      },
      <>
        <ReviewTabs urls={urls} current={name} />
        <FormOutcome query={request.query} problem={problem} />
        {children}
      </>,
    );
  }
}

function locationOf(
  { query }: MemberRequest,
  { urls }: ReviewPlace,
  name: 'overview' | 'changes' | 'conflicts',
  { notice, to, anchor }: FormResult,
): string {
  const target = to ?? name;
  const address = target === 'changes' ? addressOf(urls.changes, readChoice(query)) : urls[target];
  const mark = address.includes('?') ? '&' : '?';
  return `${address}${mark}notice=${notice}${anchor === undefined ? '' : `#${anchor}`}`;
}
