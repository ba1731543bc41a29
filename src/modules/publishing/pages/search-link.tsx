import { interactionText } from '../rendering/interaction-text.js';
import type { SearchView } from './page-view.js';
import { Icon } from './ui-icon.js';

/** Opens the dialog where scripts run, and the page of hits where they do not. */
export function SearchLink({ search, language }: { search: SearchView; language?: string }) {
  const text = interactionText(language);
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
      <span class="search-link-label" aria-hidden="true">
        {text.search}
      </span>
      <kbd class="search-link-keys" aria-hidden="true">
        Ctrl K
      </kbd>
    </a>
  );
}
