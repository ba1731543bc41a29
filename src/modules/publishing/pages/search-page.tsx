import { fill, wordsOf } from '#modules/words/index.js';
import type { MarkedText, SearchHitView } from '../search/search-answer.js';
import { SEARCH_PAGE_PATH } from '../search/search-paths.js';
import type { FrameView } from './page-view.js';
import { sitePage } from './site-page.js';
import { Icon, TitleMark } from './ui-icon.js';

export interface SearchPageView extends FrameView {
  query: string;
  hits: SearchHitView[];
  /** Id on the site of the space from which the reader came. */
  from: string;
}

/** The page of hits, for readers without scripts and for shared addresses. */
export function renderSearchPage(view: SearchPageView): string {
  const { site, query, hits } = view;
  const words = wordsOf(site.language).interaction;
  const title = query === '' ? words.search : `${query} – ${words.searchResults}`;
  return sitePage(view, {
    head: { title: `${title} | ${site.title}`, indexed: false },
    hasTree: view.tree.length > 0,
    main: (
      <main class="page" id="bdy-main" tabindex={-1}>
        <div class="hits">
          <h1>{words.searchResults}</h1>
          <form class="hits-form" role="search" action={view.base + SEARCH_PAGE_PATH} method="get">
            <input
              type="search"
              name="q"
              value={query}
              aria-label={words.search}
              placeholder={words.searchPlaceholder}
            />
            <input type="hidden" name="from" value={view.from} />
            <button type="submit" class="button button-primary button-medium">
              <Icon name="magnifying-glass" />
              {words.search}
            </button>
          </form>
          {query !== '' && (
            <p class="hits-count" role="status">
              {hits.length === 0
                ? fill(words.searchNone, { query })
                : fill(words.searchFound, { count: hits.length })}
            </p>
          )}
          <ol class="hits-list">
            {hits.map((hit) => (
              <HitItem hit={hit} />
            ))}
          </ol>
        </div>
      </main>
    ),
  });
}

function HitItem({ hit }: { hit: SearchHitView }) {
  return (
    <li class="hit">
      {hit.trail.length > 0 && <p class="hit-trail">{hit.trail.join(' › ')}</p>}
      <h2>
        <a href={hit.href}>
          <TitleMark of={hit} className="page-mark" />
          <Marked text={hit.title} />
        </a>
      </h2>
      {hit.sections.map(({ title, href, excerpt }) => (
        <p class="hit-section">
          {title.length > 0 && (
            <a href={href}>
              <Marked text={title} />
            </a>
          )}
          <span>
            <Marked text={excerpt} />
          </span>
        </p>
      ))}
    </li>
  );
}

function Marked({ text }: { text: MarkedText }) {
  return <>{text.map((piece, index) => (index % 2 === 1 ? <mark>{piece}</mark> : piece))}</>;
}
