import { Injectable } from '@nestjs/common';
import { ChangeRequestContent, ViewedPages } from '#modules/change-requests/index.js';
import { RestoreBlock } from '../editing/restore-block.js';
import type { MemberRequest } from '../member-request.js';
import { type ChangedPage, ChangedPages, type Changes } from '../preview/changed-pages.js';
import type { ChangesChoice, ChangesView, ShownChange } from './changes-view.js';
import type { Problem } from './notices.js';
import type { LineCounts } from './diff-lines.js';
import { DIFF_VIEWS, type DiffView, PageDiffs } from './page-diffs.js';
import { ReviewBlocks } from './review-blocks.js';
import { ReviewHistory } from './review-history.js';
import { type ReviewPlace, threadRights } from './review-place.js';
import { pagesOnScreen } from './screens.js';
import { ReviewThreads, type Thread } from './threads.js';

/** Reads everything that a change request changes. */
@Injectable()
export class ReviewChanges {
  constructor(
    private readonly content: ChangeRequestContent,
    private readonly viewedPages: ViewedPages,
    private readonly blocks: ReviewBlocks,
    private readonly restoring: RestoreBlock,
    private readonly changed: ChangedPages,
    private readonly diffs: PageDiffs,
    private readonly history: ReviewHistory,
    private readonly threads: ReviewThreads,
  ) {}

  /** The changed pages with their counts, without texts. */
  async summary(place: ReviewPlace): Promise<{ changes: Changes; counts: Map<string, LineCounts> }> {
    const changes = await this.changed.list(place.preview, place.base);
    return { changes, counts: await this.diffs.countAll(place.preview, changes) };
  }

  /** The pages of one screen, compared and with their threads. @throws NotFound */
  async view(
    request: MemberRequest,
    place: ReviewPlace,
    choice: ChangesChoice,
    problem?: Problem,
  ): Promise<ChangesView> {
    const { actor } = request;
    const { spaceId, id } = place.found.changeRequest;
    const reviewed = await this.lastReviewed(request, place);
    const isSince = choice.isSince && reviewed !== null;
    const from = isSince ? reviewed : undefined;
    const { base } = await this.content.comparison(actor, spaceId, id, from);
    const changes = await this.changed.list(place.preview, base);
    const { pages, screen, screens, screenOf } = pagesOnScreen(changes.pages, choice.screen);
    const viewed = await this.viewedPages.list(actor, spaceId, id);
    const key = { spaceId, changeRequestId: id };
    const onScreen = new Set(pages.map((page) => page.id));
    const { items } = await this.threads.list(request, key, place.preview, { pages: onScreen });
    const shown: ShownChange[] = [];
    for (const page of pages)
      shown.push(await this.show(place, base, page, choice.view, threadsOf(items, page)));
    return {
      changes,
      counts: await this.diffs.countAll(place.preview, changes),
      viewed: new Set(viewed.map(({ pageId }) => pageId)),
      shown,
      choice: { ...choice, isSince, screen },
      ...{ screens, screenOf },
      from: from ?? '',
      hasReview: reviewed !== null,
      address: place.urls.changes,
      preview: place.urls.preview,
      rights: threadRights(request, place, problem),
    };
  }

  /** The revision that the actor reviewed last; null for whoever has reviewed none, or that of now. */
  private async lastReviewed({ actor }: MemberRequest, place: ReviewPlace): Promise<string | null> {
    const reviews = await this.history.listReviews(actor, place);
    const own = reviews.find(({ review }) => review.reviewerId === actor.userId);
    return own?.review.revisionId ?? null;
  }

  private async show(
    place: ReviewPlace,
    base: string,
    page: ChangedPage,
    view: DiffView,
    threads: readonly Thread[],
  ): Promise<ShownChange> {
    const keys = threads.flatMap(({ resource: { target } }) => target.node?.id ?? []);
    const drawn = await this.diffs.draw(place.preview, base, page.id, view, new Set(keys));
    const wanted = new Set(drawn.groups.flatMap(({ key }) => key ?? []));
    const texts = await this.blocks.read(place.found.changeRequest, page.id, wanted);
    const now = place.preview.context;
    const old = place.rights.edit
      ? await this.restoring.list(now, { ...now, snapshot: base }, page.id)
      : null;
    return { page, drawn, threads, texts, old };
  }
}

/** Reads the choices from the query of the address; unknown ones are those of everybody. */
export function readChoice(query: URLSearchParams): ChangesChoice {
  const view = DIFF_VIEWS.find((name) => name === query.get('view')) ?? 'inline';
  const screen = Math.max(1, Math.floor(Number(query.get('screen') ?? '1')) || 1);
  return { view, isSince: query.get('since') === 'review', screen };
}

function threadsOf(threads: readonly Thread[], page: ChangedPage): Thread[] {
  return threads.filter(({ resource }) => resource.target.page?.id === page.id);
}
