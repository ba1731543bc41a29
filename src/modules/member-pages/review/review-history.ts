import { Injectable } from '@nestjs/common';
import { ChangeRequestContent, type ReviewView, Reviews } from '#modules/change-requests/index.js';
import type { CommentResource } from '#modules/comments/index.js';
import type { Revision } from '#modules/content/index.js';
import { Users } from '#modules/users/index.js';
import type { Actor } from '#platform/http/actor.js';
import type { Person } from '../shell/face.js';
import type { TimelineItem } from './timeline.js';
import type { ReviewPlace } from './review-place.js';

/** Revisions and reviews of the timeline, each. */
const MOST = 100;

const MADE: Record<string, string> = {
  edits: 'changed the content',
  merge: 'brought content together',
  update: 'updated it from the main content',
  rollback: 'proposed the content of an earlier revision',
  computed: 'computed pages anew',
};

/** The past of change requests: revisions, reviews, the merge. */
@Injectable()
export class ReviewHistory {
  constructor(
    private readonly content: ChangeRequestContent,
    private readonly reviews: Reviews,
    private readonly users: Users,
  ) {}

  /** Newest first. @throws NotFound */
  async listReviews(actor: Actor, { found }: ReviewPlace): Promise<ReviewView[]> {
    const { spaceId, id } = found.changeRequest;
    return (await this.reviews.list(actor, spaceId, id, { limit: MOST })).items;
  }

  /** Oldest first. @throws NotFound */
  async timeline(actor: Actor, place: ReviewPlace, reviews: readonly ReviewView[]): Promise<TimelineItem[]> {
    const { changeRequest, creator, merger } = place.found;
    const { spaceId, id } = changeRequest;
    const { items } = await this.content.listRevisions(actor, spaceId, id, { limit: MOST });
    const authors = await this.users.findUsersByIds(items.flatMap(({ author }) => author ?? []));
    const all: TimelineItem[] = [
      { at: changeRequest.createdAt, person: creator, text: 'opened it' },
      ...runsOf(items.toReversed()).map((run) => revisionItem(run, authors)),
      ...reviews.map(reviewItem),
      ...(changeRequest.mergedAt ? [{ at: changeRequest.mergedAt, person: merger, text: 'merged it' }] : []),
    ];
    return all.sort((one, other) => one.at.getTime() - other.at.getTime());
  }
}

/** The comment of a review is a thread of the discussion. */
function reviewItem({ review, comment }: ReviewView): TimelineItem {
  const thread = comment as CommentResource | undefined;
  return {
    at: review.createdAt,
    person: review.reviewer,
    text: review.status === 'approved' ? 'approved it' : 'asked for changes',
    ...(thread ? { href: `#c-${thread.id}`, linkText: 'Comment' } : {}),
  };
}

/** Consecutive revisions of one kind and author are one entry, by the time of the last. */
function runsOf(revisions: readonly Revision[]): Revision[][] {
  const runs: Revision[][] = [];
  for (const revision of revisions) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    if (before?.author === revision.author && before?.type === revision.type) last!.push(revision);
    else runs.push([revision]);
  }
  return runs;
}

function revisionItem(run: readonly Revision[], authors: ReadonlyMap<string, Person>): TimelineItem {
  const last = run.at(-1)!;
  const what = MADE[last.type] ?? 'changed it';
  return {
    at: last.createdAt,
    person: authors.get(last.author ?? '') ?? null,
    text: run.length === 1 ? what : `${what} ${run.length} times`,
  };
}
