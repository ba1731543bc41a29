import { wordsOf } from '#modules/words/index.js';
import type { SearchView } from './page-view.js';
import { Icon } from './ui-icon.js';

/** A link that opens the dialog where scripts run, and the page of hits elsewhere. */
export function SearchLink({ search, language }: { search: SearchView; language?: string }) {
  const text = wordsOf(language).interaction;
  return (
    <a
      class="search-link"
      href={search.href}
      rel="nofollow"
      aria-label={text.search}
      aria-keyshortcuts="Control+K Meta+K /"
      data-search={search.action}
      data-from={search.from}
      data-current={search.current}
      data-versions={search.hasVersions ? '' : undefined}
    >
      <Icon name="magnifying-glass" />
      <span class="search-link-label">{text.search}</span>
      {/* The style sheet draws the keys: they are not part of the link's name. */}
      <kbd class="search-link-keys" data-keys="Ctrl K" aria-hidden="true" />
    </a>
  );
}
