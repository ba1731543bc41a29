import { BadRequest } from '#platform/http/errors.js';

/** A column of an aggregation as it is asked for. */
export interface ColumnRequest {
  column: string;
  interval?: 'hour' | 'day' | 'week' | 'month';
  claim?: string;
}

interface AskedColumns {
  select?: object[];
  where?: object[];
  groupBy?: object[];
}

/** SQL of a column: an expression over `site_events e`. */
export interface Column {
  sql: string;
  /** Counts what is grouped by the others. */
  isMetric?: boolean;
  /** Events without a value are left out of groups, as the contract has no word for "none" there. */
  isRequired?: boolean;
}

/** Opens a site to whoever has it. */
const SECRET = 'siteShareKey';

/** True when an aggregation uses columns that only managers of the site may see. */
export function asksForSecrets({ select = [], where = [], groupBy = [] }: AskedColumns): boolean {
  return [...select, ...where, ...groupBy].some(
    (asked) => (asked as Partial<ColumnRequest>).column === SECRET,
  );
}

const text = (sql: string): Column => ({ sql });
const required = (sql: string): Column => ({ sql, isRequired: true });
const metric = (sql: string): Column => ({ sql, isMetric: true });
const detail = (path: string): string => `e.details #>> '{${path}}'`;
const domain = (sql: string): string => `substring(${sql} from '^[a-z]+://([^/:?#]+)')`;

const COLUMNS: Readonly<Record<string, Column>> = {
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
const INTERVALS = ['hour', 'day', 'week', 'month'];

/**
 * @param values of the statement; what users write becomes one of them, never SQL.
 * @param at the member of the body, for messages.
 * @throws BadRequest for a column that does not exist.
 */
export function columnOf(
  request: unknown,
  values: unknown[],
  at: string,
): Column & { request: ColumnRequest } {
  const { column, interval = 'day', claim } = (request ?? {}) as Partial<ColumnRequest>;
  if (typeof column !== 'string') throw new BadRequest(`${at}.column must be text.`);
  if (column === 'datetime') {
    if (!INTERVALS.includes(interval))
      throw new BadRequest(`${at}.interval must be one of ${INTERVALS.join(', ')}.`);
    values.push(interval);
    const sql = `to_char(date_trunc($${values.length}, e.occurred_at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    return { request: { column, interval }, sql, isRequired: true };
  }
  if (column === 'visitorClaim') {
    if (typeof claim !== 'string' || claim.length > 256 || claim.includes('\0'))
      throw new BadRequest(`${at}.claim must name a claim in at most 256 characters.`);
    values.push(claim.split('.'));
    return { request: { column, claim }, sql: `e.claims #>> $${values.length}::text[]`, isRequired: true };
  }
  const known = Object.hasOwn(COLUMNS, column) ? COLUMNS[column] : undefined;
  if (!known) throw new BadRequest(`${at}.column must be one of ${COLUMN_NAMES.join(', ')}.`);
  return { request: { column }, ...known };
}
