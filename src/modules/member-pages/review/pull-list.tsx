import type { PullView } from '#modules/git/index.js';
import { Ago } from '../shell/ago.js';

/** The open pull requests of the repository that a space is connected with, and what became of them. */
export function PullList({ root, pulls }: { root: string; pulls: readonly PullView[] }) {
  if (pulls.length === 0) return null;
  return (
    <section aria-labelledby="pull-requests">
      <h2 id="pull-requests">Pull requests of the repository</h2>
      <ul class="review-list">
        {pulls.map((view) => (
          <PullRow root={root} view={view} />
        ))}
      </ul>
    </section>
  );
}

function PullRow({ root, view: { pull, changeRequest } }: { root: string; view: PullView }) {
  const { number, title, author, isFork, updatedAt, problem, hostProblem } = pull;
  const about = [`#${number} by ${author}`, ...(isFork ? ['from a fork'] : [])].join(', ');
  const outcome = changeRequest ? ` · change request #${changeRequest.number}` : '';
  return (
    <li class="review-row">
      <div>
        <a class="review-row-title" href={`${root}/~/pulls/${number}/`} dir="auto">
          {title || 'Untitled'}
        </a>
        <p class="member-hint">
          {about}, read <Ago at={updatedAt} />
          {outcome}
        </p>
        {problem !== null && <p class="member-hint">There is no preview of the newest commit: {problem}</p>}
        {hostProblem !== null && <p class="member-hint">{hostProblem}</p>}
      </div>
    </li>
  );
}
