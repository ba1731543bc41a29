/** Paths of the search below a site's root: for scripts, and for readers without scripts. */
export const SEARCH_PATH = '~search';
export const SEARCH_PAGE_PATH = '~search/page';
