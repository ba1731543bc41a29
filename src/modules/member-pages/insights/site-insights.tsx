import { Injectable } from '@nestjs/common';
import { renderToString } from 'preact-render-to-string';
import { AggregateEvents, type AggregateEventsBody } from '#modules/insights/index.js';
import { Clock } from '#platform/clock/clock.js';
import { BarList, Columns } from './plots.js';

const RANGES = {
  last24Hours: 'hour',
  last7Days: 'day',
  last30Days: 'day',
  last3Months: 'week',
  lastYear: 'month',
} as const;
const TITLES: Record<keyof typeof RANGES, string> = {
  last24Hours: '24 hours',
  last7Days: '7 days',
  last30Days: '30 days',
  last3Months: '3 months',
  lastYear: '12 months',
};
/** Intervals in a range, the one we are in counted. */
const LENGTHS: Record<keyof typeof RANGES, number> = {
  last24Hours: 25,
  last7Days: 8,
  last30Days: 31,
  last3Months: 14,
  lastYear: 13,
};
const TOP = 10;

type Range = keyof typeof RANGES;
type Place = { organizationId: string; siteId: string };

/** Charts of a site's statistics. */
@Injectable()
export class SiteInsights {
  constructor(
    private readonly events: AggregateEvents,
    private readonly clock: Clock,
  ) {}

  /** HTML. The caller has checked that whoever sees it may. */
  async render(place: Place, wanted: string | null): Promise<string> {
    const range: Range = wanted !== null && Object.hasOwn(RANGES, wanted) ? (wanted as Range) : 'last30Days';
    const views = await this.query(place, {
      range,
      select: [{ column: 'eventsCount' }, { column: 'visitorsCount' }],
      groupBy: [{ column: 'datetime', interval: RANGES[range] }],
      where: [onlyOf('page_view')],
    });
    const total = (views.eventsCount ?? []).reduce<number>((sum, count) => sum + Number(count), 0);
    return renderToString(
      <section class="insights" aria-labelledby="insights">
        <h2 id="insights">Insights</h2>
        <nav aria-label="Time">
          {Object.entries(TITLES).map(([name, title]) => (
            <a href={`?range=${name}`} aria-current={name === range ? 'true' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <p>{total === 1 ? '1 page view' : `${total} page views`}</p>
        <Columns
          title="Page views over time"
          {...overTime(range, this.clock.now(), texts(views.datetime), numbers(views.eventsCount))}
        />
        <div class="insights-lists">
          <BarList title="Pages" {...paths(await this.top(place, range, 'url', 'page_view'))} />
          <BarList
            title="Searches"
            {...await this.top(place, range, 'eventSearchQuery', 'search_type_query')}
          />
          <BarList title="Came from" {...await this.top(place, range, 'referrerDomain', 'page_view')} />
          <BarList title="Devices" {...await this.top(place, range, 'visitorDevice', 'page_view')} />
          <BarList
            title="Feedback"
            {...await this.top(place, range, 'eventPageFeedbackRating', 'page_post_feedback')}
          />
          <BarList
            title="Comments"
            {...await this.top(place, range, 'eventPageFeedbackComment', 'page_post_feedback_comment')}
          />
        </div>
      </section>,
    );
  }

  private async top(
    place: Place,
    range: Range,
    column: string,
    type: string,
  ): Promise<{ names: string[]; counts: number[] }> {
    const { [column]: names, eventsCount } = await this.query(place, {
      range,
      select: [{ column: 'eventsCount' }],
      groupBy: [{ column }],
      where: [onlyOf(type)],
      order: { by: { column: 'eventsCount' }, direction: 'desc' },
      limit: TOP,
    });
    return { names: texts(names), counts: numbers(eventsCount) };
  }

  private async query(place: Place, body: AggregateEventsBody): Promise<Record<string, unknown[]>> {
    const { columns } = await this.events.aggregate(place, body);
    return Object.fromEntries(columns.map(({ column, values }) => [column, values]));
  }
}

function onlyOf(type: string) {
  return { column: 'eventType', values: [type] };
}

function texts(values: unknown[] = []): string[] {
  return values.map(String);
}

function numbers(values: unknown[] = []): number[] {
  return values.map(Number);
}

/** All pages are of one site, so what tells them apart is their path. */
function paths({ names, counts }: { names: string[]; counts: number[] }) {
  return { names: names.map((address) => URL.parse(address)?.pathname ?? address), counts };
}

/** The counts with a zero for each hour, day, week or month in which there was nothing. */
function overTime(range: Range, now: Date, times: string[], counts: number[]) {
  const known = new Map(times.map((time, index) => [time, counts[index] ?? 0]));
  const [interval, length] = [RANGES[range], LENGTHS[range]];
  const all = Array.from({ length }, (_, index) => startOf(interval, now, index - length + 1));
  return { times: all, counts: all.map((time) => known.get(time) ?? 0) };
}

/** Start of the interval that `now` is in, or of one so many before, as the database writes it (weeks begin on Mondays, UTC). */
function startOf(interval: (typeof RANGES)[Range], now: Date, offset: number): string {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const monday = day - ((now.getUTCDay() + 6) % 7);
  const time = {
    hour: Date.UTC(year, month, day, now.getUTCHours() + offset),
    day: Date.UTC(year, month, day + offset),
    week: Date.UTC(year, month, monday + 7 * offset),
    month: Date.UTC(year, month + offset),
  }[interval];
  return new Date(time).toISOString();
}
