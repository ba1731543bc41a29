import type { RequestedReviewerRow, ReviewView } from '#modules/change-requests/index.js';
import { PostForm } from '../forms.js';
import { FaceName, type Person } from '../shell/face.js';
import { type Problem, typedIn } from './notices.js';
import type { ReviewRights } from './review-place.js';

/** The facts by which the buttons of a change request are chosen. */
interface ActionsView {
  rights: ReviewRights;
  status: string;
  conflicts: number;
  isOutdated: boolean;
  isMergeable: boolean;
}

/** The review of the member, and the buttons that move a change request on. */
export function Actions({ view }: { view: ActionsView }) {
  const { rights } = view;
  const moves = movesOf(view);
  if (!rights.review && moves.length === 0) return null;
  return (
    <section class="review-box" aria-label="Actions">
      {rights.review && (
        <PostForm class="review-form">
          <label for="verdict">Your review</label>
          <textarea id="verdict" name="verdict" rows={2} placeholder="A comment, if you like" />
          <div class="member-actions">
            <button name="do" value="approve" class="button button-primary button-small">
              Approve
            </button>
            <button name="do" value="refuse" class="button button-secondary button-small">
              Ask for changes
            </button>
          </div>
        </PostForm>
      )}
      {moves.length > 0 && (
        <PostForm class="member-actions review-moves">
          {moves.map(([value, title, isMain]) => (
            <button
              name="do"
              value={value}
              class={isMain ? 'button button-primary button-medium' : 'button button-secondary'}
            >
              {title}
            </button>
          ))}
        </PostForm>
      )}
    </section>
  );
}

function movesOf({ rights, status, conflicts, isOutdated, isMergeable }: ActionsView) {
  const isArchived = status === 'archived';
  const moves: [value: string, title: string, isMain: boolean, isShown: boolean][] = [
    ['open', 'Ask for review', true, rights.edit && status === 'draft'],
    ['merge', 'Merge', isMergeable, rights.merge && conflicts === 0],
    ['update', 'Update from main', false, rights.edit && isOutdated],
    ['draft', 'Back to draft', false, rights.describe && status === 'open'],
    ['archive', 'Archive', false, rights.describe && !isArchived],
    ['open', 'Reopen', true, rights.describe && isArchived],
  ];
  return moves.filter(([, , , isShown]) => isShown);
}

/** The people who were asked and those who reviewed, each with the last verdict. */
export function Reviewers({
  requested,
  reviews,
  members,
  mayAsk,
  problem,
}: {
  requested: readonly RequestedReviewerRow[];
  reviews: readonly ReviewView[];
  /** Names and addresses to choose from. */
  members: readonly { displayName: string; email: string }[];
  mayAsk: boolean;
  problem?: Problem;
}) {
  const latest = new Map<string, ReviewView['review']>();
  for (const { review } of reviews) if (!latest.has(review.reviewerId)) latest.set(review.reviewerId, review);
  const people = new Map<string, Person>();
  for (const { user } of requested) people.set(user.id, user);
  for (const { reviewer } of latest.values()) people.set(reviewer.id, reviewer);
  const asked = new Set(requested.map(({ userId }) => userId));
  return (
    <section class="review-box" aria-labelledby="reviewers">
      <h2 id="reviewers">Reviewers</h2>
      {people.size === 0 && <p class="member-hint">Nobody was asked yet.</p>}
      <ul class="review-people">
        {[...people.values()].map((person) => (
          <li>
            <FaceName person={person} />{' '}
            <span class="review-verdict">{verdictOf(latest.get(person.id))}</span>
            {mayAsk && asked.has(person.id) && !latest.has(person.id) && <WithdrawForm person={person} />}
          </li>
        ))}
      </ul>
      {mayAsk && <AskForm members={members} problem={problem} />}
    </section>
  );
}

function WithdrawForm({ person: { id, displayName } }: { person: Person }) {
  return (
    <PostForm>
      <button
        name="withdraw"
        value={id}
        class="button button-secondary button-small"
        aria-label={`Do not ask ${displayName}`}
      >
        Do not ask
      </button>
    </PostForm>
  );
}

function AskForm({
  members,
  problem,
}: {
  members: readonly { displayName: string; email: string }[];
  problem?: Problem;
}) {
  return (
    <PostForm class="review-form">
      <label for="reviewer">Ask somebody</label>
      <input
        id="reviewer"
        name="reviewer"
        list="members"
        autocomplete="off"
        required
        placeholder="Name or mail address"
        value={typedIn(problem, { do: 'ask' }, 'reviewer')}
      />
      <datalist id="members">
        {members.map(({ displayName, email }) => (
          <option value={email}>{displayName}</option>
        ))}
      </datalist>
      <button name="do" value="ask" class="button button-secondary button-small">
        Ask for a review
      </button>
    </PostForm>
  );
}

function verdictOf(review: ReviewView['review'] | undefined): string {
  if (!review) return 'was asked';
  if (review.superseded) return 'was asked again';
  const verdict = review.status === 'approved' ? 'approved' : 'asks for changes';
  return review.outdated ? `${verdict}, of an earlier revision` : verdict;
}
