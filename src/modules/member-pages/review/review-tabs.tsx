import type { ReviewUrls } from './review-urls.js';

const TABS = { overview: 'Overview', changes: 'Changes', conflicts: 'Conflicts' } as const;

/** The pages of one change request. */
export function ReviewTabs({ urls, current }: { urls: ReviewUrls; current: keyof typeof TABS }) {
  return (
    <nav class="review-tabs" aria-label="Parts of the change request">
      <ul>
        {(Object.keys(TABS) as (keyof typeof TABS)[]).map((name) => (
          <li>
            <a href={urls[name]} aria-current={name === current ? 'page' : undefined}>
              {TABS[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
