import { Injectable } from '@nestjs/common';
import { renderToString } from 'preact-render-to-string';
import { AggregateEvents, type AggregateEventsBody } from '#modules/insights/index.js';
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
const TOP = 10;

type Range = keyof typeof RANGES;
type Place = { organizationId: string; siteId: string };

/** What readers of a site did, as plots. */
@Injectable()
export class SiteInsights {
  constructor(private readonly events: AggregateEvents) {}

  /** HTML. The caller has checked that whoever sees it may. */
  async render(place: Place, wanted: string | null): Promise<string> {
    const range: Range = wanted !== null && Object.hasOwn(RANGES, wanted) ? (wanted as Range) : 'last30Days';
    const views = await this.ask(place, {
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
          times={texts(views.datetime)}
          counts={numbers(views.eventsCount)}
        />
        <div class="insights-lists">
          <BarList title="Pages" {...await this.top(place, range, 'url', 'page_view')} />
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
    const { [column]: names, eventsCount } = await this.ask(place, {
      range,
      select: [{ column: 'eventsCount' }],
      groupBy: [{ column }],
      where: [onlyOf(type)],
      order: { by: { column: 'eventsCount' }, direction: 'desc' },
      limit: TOP,
    });
    return { names: texts(names), counts: numbers(eventsCount) };
  }

  private async ask(place: Place, body: AggregateEventsBody): Promise<Record<string, unknown[]>> {
    const { columns } = await this.events.aggregate(place, body);
    return Object.fromEntries(columns.map(({ column, values }) => [column, values]));
  }
}

function onlyOf(type: string): object {
  return { column: 'eventType', values: [type] };
}

function texts(values: unknown[] = []): string[] {
  return values.map(String);
}

function numbers(values: unknown[] = []): number[] {
  return values.map(Number);
}
