/** Where a site is searched, below its root: by scripts, and by readers without. */
export const SEARCH_PATH = '~search';
export const SEARCH_PAGE_PATH = '~search/page';
