import { Choice, Empty, Field, Outcome, Tick } from '#modules/member-pages/index.js';
import type { SiteRow } from '#modules/sites/index.js';
import { sitePath } from '../sites/site-frame.js';
import type { SitePageIndex } from '../sites/site-page-index.js';
import { AGENT_TYPES, type InsightList } from './insight-lists.js';
import { InsightBars, ViewsPlot } from './insight-plots.js';
import { dateOf, type InsightRange, lengthOf, RANGES } from './insight-range.js';
import type { Count, InsightRow } from './site-insights.js';

type Totals = ReadonlyMap<string, Count>;
type Points = readonly (Count & { start: string })[];

/** The filters of the page as its address has them. */
export interface ChosenFilters {
  space: string;
  device: string;
  robots: boolean;
}

export interface InsightsProps {
  base: string;
  row: SiteRow;
  range: InsightRange;
  chosen: ChosenFilters;
  totals: Totals;
  totalsBefore: Totals;
  points: Points;
  pointsBefore: Points;
  lists: readonly { list: InsightList; rows: readonly InsightRow[] }[];
  index: SitePageIndex;
}

const DEVICES = [
  ['', 'All devices'],
  ['desktop', 'Desktop'],
  ['mobile', 'Phone'],
  ['tablet', 'Tablet'],
  ['unknown', 'Not known'],
] as const;

/** The actions of a site's readers in a range, compared with the one before. */
export function InsightsView(props: InsightsProps) {
  const { base, row, range, totals, totalsBefore, points, pointsBefore, lists, index } = props;
  const here = sitePath(base, row.site, 'insights');
  const shown = lists.filter(({ rows }) => rows.length > 0);
  const download = (kind: string) => `${here}/csv?${queryOf(props, { kind }).toString()}`;
  return (
    <div class="insights">
      <Outcome problem={range.problem} />
      <Ranges {...props} here={here} />
      <Filters {...props} here={here} />
      <p class="member-hint">
        {dateOf(range.from)} to {dateOf(new Date(range.to.getTime() - 1))} (UTC), compared with the{' '}
        {lengthOf(range)} days before. A visitor is one browser on one day; nobody is recognised on another
        day.
      </p>
      <TotalList totals={totals} before={totalsBefore} />
      {totals.size === 0 ? (
        <Nothing row={row} />
      ) : (
        <>
          <ViewsPlot points={points} before={pointsBefore} interval={range.interval} />
          <p>
            <a href={download('time')}>Page views over time as a table (CSV)</a>
          </p>
          <div class="insights-lists">
            {shown.map(({ list, rows }) => (
              <InsightBars list={list} rows={rows} index={index} download={download(list.name)} />
            ))}
          </div>
          {shown.length < lists.length && (
            <p class="member-hint">
              Nothing of this in the range:{' '}
              {lists
                .filter(({ rows }) => rows.length === 0)
                .map(({ list }) => list.title)
                .join(', ')}
              .
            </p>
          )}
        </>
      )}
    </div>
  );
}

function queryOf({ range, chosen }: InsightsProps, more: Record<string, string>): URLSearchParams {
  const { space, device, robots } = chosen;
  return new URLSearchParams({
    ...(range.days === null
      ? { from: dateOf(range.from), to: dateOf(new Date(range.to.getTime() - 1)) }
      : { days: String(range.days) }),
    ...(space && { space }),
    ...(device && { device }),
    ...(robots && { robots: '1' }),
    ...more,
  });
}

function Ranges({ here, ...props }: InsightsProps & { here: string }) {
  return (
    <nav aria-label="Range" class="insights-ranges">
      {RANGES.map((days) => {
        const query = queryOf({ ...props, range: { ...props.range, days } }, {});
        return (
          <a
            href={`${here}?${query.toString()}`}
            aria-current={props.range.days === days ? 'true' : undefined}
          >
            {days} days
          </a>
        );
      })}
    </nav>
  );
}

function Filters({ here, range, chosen, index }: InsightsProps & { here: string }) {
  const spaces = (index.site?.spaces ?? []).filter(({ spaceId }) => index.visible.has(spaceId));
  return (
    <form class="people-filter" method="get" action={here}>
      <div>
        <Field name="from" label="First day" type="date" value={dateOf(range.from)} />
      </div>
      <div>
        <Field name="to" label="Last day" type="date" value={dateOf(new Date(range.to.getTime() - 1))} />
      </div>
      {spaces.length > 1 && (
        <div>
          <Choice
            name="space"
            label="Space"
            chosen={chosen.space}
            options={[
              ['', 'The whole site'],
              ...spaces.map(({ siteSpaceId, title }) => [siteSpaceId, title] as const),
            ]}
          />
        </div>
      )}
      <div>
        <Choice name="device" label="Device" chosen={chosen.device} options={DEVICES} />
      </div>
      <Tick name="robots" label="With robots" value="1" checked={chosen.robots} />
      <button type="submit" class="button button-secondary button-medium">
        Filter
      </button>
    </form>
  );
}

const TOTALS = [
  ['Page views', ['page_view'], 'events'],
  ['Visitors', ['page_view'], 'visitors'],
  ['Searches', ['search_type_query'], 'events'],
  ['Ratings', ['page_post_feedback'], 'events'],
  ['Links followed', ['link_click'], 'events'],
  ['Questions', ['ask_question'], 'events'],
  ['Read by programs', AGENT_TYPES, 'events'],
] as const;

function TotalList({ totals, before }: { totals: Totals; before: Totals }) {
  return (
    <dl class="insights-totals">
      {TOTALS.map(([title, types, what]) => {
        const sum = (of: Totals) => types.reduce((all, type) => all + (of.get(type)?.[what] ?? 0), 0);
        const [now, then] = [sum(totals), sum(before)];
        return (
          <div>
            <dt>{title}</dt>
            <dd>
              <strong>{now.toLocaleString('en')}</strong>
              <span class="member-hint">{comparedWith(now, then)}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function comparedWith(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'none before either' : 'none before';
  const percent = Math.round(((now - before) / before) * 100);
  const sign = percent > 0 ? '+' : '';
  return `${before.toLocaleString('en')} before (${sign}${percent} %)`;
}

function Nothing({ row }: { row: SiteRow }) {
  return (
    <Empty>
      {row.site.published ? (
        <p>
          Nothing was counted in this range. Choose another one, or open the site yourself: a view is here at
          once. Members who look at a preview are not counted, nor are readers whose browser asks for it.
        </p>
      ) : (
        <p>The site is not published, so there is nobody to count. Publish it first, on its overview.</p>
      )}
    </Empty>
  );
}
