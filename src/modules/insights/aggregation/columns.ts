const DAY = 24 * 60 * 60_000;

/** Periods by name, in milliseconds until now. */
export const PRESETS: Record<string, number> = {
  lastYear: 365 * DAY,
  last3Months: 91 * DAY,
  last30Days: 30 * DAY,
  last7Days: 7 * DAY,
  last24Hours: DAY,
};

/** Operators of filters that compare, in SQL. */
export const COMPARISONS: Record<string, string> = {
  greaterThan: '>',
  greaterThanOrEqual: '>=',
  lessThan: '<',
  lessThanOrEqual: '<=',
};

/** Lengths of the periods that events are counted by. */
export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;

/** SQL of a column: an expression over `site_events e`. */
export interface Column {
  sql: string;
  /** Counts what is grouped by the others. */
  isMetric?: boolean;
  /** Events without a value are left out of groups, as the contract has no word for "none" there. */
  isRequired?: boolean;
}

const text = (sql: string): Column => ({ sql });
const required = (sql: string): Column => ({ sql, isRequired: true });
const metric = (sql: string): Column => ({ sql, isMetric: true });
const detail = (path: string): string => `e.details #>> '{${path}}'`;
const domain = (sql: string): string => `substring(${sql} from '^[a-z]+://([^/:?#]+)')`;

/** Columns that take nothing further, by their names. */
export const COLUMNS: Readonly<Record<string, Column>> = {
  url: required('e.url'),
  eventType: required('e.type'),
  eventsCount: metric('count(*)::int'),
  sessionsCount: metric('count(distinct e.session)::int'),
  visitorsCount: metric('count(distinct e.visitor)::int'),
  siteSection: text('e.site_section_id'),
  siteSpace: text('e.site_space_id'),
  siteShareKey: text('e.share_key'),
  displayContext: required('e.display_context'),
  page: text(
    `case when e.space_id is not null then jsonb_build_object('page', e.page_id, 'space', e.space_id) end`,
  ),
  // Countries would need a database of addresses, and addresses are not stored.
  visitorGeoCountry: text('null::text'),
  visitorGeoPoint: text('null::jsonb'),
  visitorDevice: required('e.device'),
  visitorBrowser: required('e.browser'),
  visitorOS: required('e.os'),
  visitorBot: text('e.bot'),
  visitorLanguage: text('e.language'),
  visitorClaimProperty: required(
    `(select string_agg(k, ',' order by k) from jsonb_object_keys(case jsonb_typeof(e.claims) when 'object' then e.claims end) k)`,
  ),
  eventLinkTargetValue: required(`e.details -> 'target'`),
  eventLinkTargetKind: required(detail('target,kind')),
  eventLinkTargetDomain: text(domain(detail('target,url'))),
  eventLinkPosition: required(`case e.type when 'link_click' then ${detail('position')} end`),
  eventAPIOperationPath: text(detail('operation,path')),
  eventAPIOperationMethod: text(detail('operation,method')),
  eventSearchQuery: required(
    `case when e.type in ('search_type_query', 'search_open_result') then ${detail('query')} end`,
  ),
  eventPageFeedbackRating: required(detail('rating')),
  eventPageFeedbackComment: required(detail('comment')),
  eventAskResponseRating: required(`(${detail('answerRating')})::int`),
  pageFeedbackRating: metric(
    `jsonb_build_object(${['bad', 'ok', 'good']
      .map((rating) => `'${rating}', count(*) filter (where ${detail('rating')} = '${rating}')`)
      .join(', ')})`,
  ),
  askResponseRating: metric(
    `jsonb_build_object('positive', count(*) filter (where ${detail('answerRating')} = '1'),
      'negative', count(*) filter (where ${detail('answerRating')} = '-1'))`,
  ),
  referrer: required('e.referrer'),
  referrerDomain: required(domain('e.referrer')),
  utmSource: required(detail('utm_source')),
  utmMedium: required(detail('utm_medium')),
  utmCampaign: required(detail('utm_campaign')),
  utmTerm: required(detail('utm_term')),
  utmContent: required(detail('utm_content')),
  eventAdDomain: required(detail('ad,domain')),
  eventAdPlacement: required(detail('ad,placement')),
  eventLLMSVariant: required(detail('llmsVariant')),
  eventMarkdownSource: required(detail('markdownSource')),
  eventTrademarkPlacement: required(detail('placement')),
};

export const COLUMN_NAMES = ['datetime', 'visitorClaim', ...Object.keys(COLUMNS)];
