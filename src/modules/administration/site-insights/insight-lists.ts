import type { SitePageIndex } from '../sites/site-page-index.js';

/** Something that readers did, counted by one or two properties. */
export interface InsightList {
  /** Name in addresses and of files. */
  name: string;
  title: string;
  /** Types of the counted events. */
  types: readonly string[];
  /** Columns of the aggregation that it counts by. */
  columns: readonly string[];
  /** Words for the columns. */
  heads: readonly string[];
}

const list = (
  name: string,
  title: string,
  type: string | readonly string[],
  ...columns: (readonly [column: string, head: string])[]
): InsightList => ({
  name,
  title,
  types: typeof type === 'string' ? [type] : type,
  columns: columns.map(([column]) => column),
  heads: columns.map(([, head]) => head),
});

/** Types of events by which programs read a site. */
export const AGENT_TYPES = ['page_markdown_request', 'llms_request', 'mcp_request', 'rss_request'] as const;

/** The lists of the page, in its order. */
export const LISTS: readonly InsightList[] = [
  list('pages', 'Pages', 'page_view', ['page', 'Page']),
  list('searches', 'Searched for', 'search_type_query', ['eventSearchQuery', 'Words']),
  list('referrers', 'Came from', 'page_view', ['referrerDomain', 'Website']),
  list('links', 'Links followed', 'link_click', ['eventLinkTargetDomain', 'Leads to']),
  list(
    'ratings',
    'Ratings of pages',
    'page_post_feedback',
    ['page', 'Page'],
    ['eventPageFeedbackRating', 'Rating'],
  ),
  list(
    'comments',
    'Comments with ratings',
    'page_post_feedback_comment',
    ['eventPageFeedbackComment', 'Comment'],
    ['page', 'Page'],
  ),
  list('campaigns', 'Campaigns', 'page_view', ['utmSource', 'Source']),
  list('devices', 'Devices', 'page_view', ['visitorDevice', 'Device']),
  list('browsers', 'Browsers', 'page_view', ['visitorBrowser', 'Browser']),
  list('languages', 'Languages', 'page_view', ['visitorLanguage', 'Language']),
  list(
    'operations',
    'API operations tried',
    'api_client_request',
    ['eventAPIOperationMethod', 'Method'],
    ['eventAPIOperationPath', 'Path'],
  ),
  list('agents', 'Read by programs', AGENT_TYPES, ['eventType', 'How']),
];

const TYPES: Record<string, string> = {
  page_markdown_request: 'Pages as Markdown',
  llms_request: 'llms.txt',
  mcp_request: 'Questions over MCP',
  rss_request: 'Feeds',
};
const NONE: Record<string, string> = {
  page: 'No page: not found',
  eventLinkTargetDomain: 'Pages of the site',
  visitorLanguage: 'Not said',
};

/** A value of a column in words. */
export function wordsOf(
  column: string,
  value: unknown,
  index: SitePageIndex,
): { text: string; hint?: string } {
  if (column === 'page') return pageWords(value as { page: string | null; space: string } | null, index);
  if (value === null) return { text: NONE[column] ?? 'Not known' };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (column === 'eventType') return { text: TYPES[text] ?? text };
  return { text };
}

function pageWords(
  value: { page: string | null; space: string } | null,
  index: SitePageIndex,
): { text: string; hint?: string } {
  if (!value || value.page === null) return { text: NONE['page'] ?? '' };
  const page = index.inSpace(value.space, value.page);
  if (!page) return { text: 'A page that is gone' };
  return page.isVisible ? { text: page.title, hint: page.path } : { text: page.path };
}
