import type { Count, InsightRow } from './site-insights.js';
import { type InsightList, wordsOf } from './insight-lists.js';
import type { SitePageIndex } from '../sites/site-page-index.js';

const HEIGHT = 120;

type Point = Count & { start: string };

/** Page views over time as columns, those of the range before as a line, and all as a table. */
export function ViewsPlot({
  points,
  before,
  interval,
}: {
  points: readonly Point[];
  before: readonly Point[];
  interval: 'day' | 'week';
}) {
  const most = Math.max(1, ...points.map(({ events }) => events), ...before.map(({ events }) => events));
  const width = 100 / Math.max(1, points.length);
  const heightOf = (events: number) => (events / most) * HEIGHT;
  const line = before
    .slice(0, points.length)
    .map(({ events }, at) => `${(at + 0.5) * width},${HEIGHT - heightOf(events)}`);
  const title = `Page views by ${interval}`;
  return (
    <figure class="plot">
      <figcaption>
        {title} <span class="plot-key">in this range</span>{' '}
        <span class="plot-key plot-key-before">before</span>
        <span class="plot-most">{most}</span>
      </figcaption>
      <svg
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}, at most ${most}; the table below has the numbers`}
      >
        {points.map(({ start, events, visitors }, at) => (
          <rect
            x={at * width + width * 0.1}
            y={HEIGHT - heightOf(events)}
            width={width * 0.8}
            height={heightOf(events)}
          >
            <title>{`${start}: ${events} views, ${visitors} visitors`}</title>
          </rect>
        ))}
        <polyline points={line.join(' ')} />
      </svg>
      <p class="plot-ends">
        <span>{points[0]?.start}</span>
        <span>{points.at(-1)?.start}</span>
      </p>
      <PlotTable points={points} before={before} interval={interval} />
    </figure>
  );
}

function PlotTable({
  points,
  before,
  interval,
}: {
  points: readonly Point[];
  before: readonly Point[];
  interval: 'day' | 'week';
}) {
  return (
    <details>
      <summary>The numbers as a table</summary>
      <div class="member-table" tabIndex={0} role="region" aria-label="Page views over time">
        <table>
          <thead>
            <tr>
              <th scope="col">{interval === 'day' ? 'Day' : 'Week from'}</th>
              <th scope="col">Views</th>
              <th scope="col">Visitors</th>
              <th scope="col">Views before</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ start, events, visitors }, at) => (
              <tr>
                <th scope="row">{start}</th>
                <td>{events}</td>
                <td>{visitors}</td>
                <td>{before[at]?.events ?? 0}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The first rows of a list with bars, and the way to all of them. */
export function InsightBars({
  list,
  rows,
  index,
  download,
}: {
  list: InsightList;
  rows: readonly InsightRow[];
  index: SitePageIndex;
  download: string;
}) {
  const most = Math.max(1, ...rows.map(({ events }) => events));
  return (
    <section>
      <h2>{list.title}</h2>
      <table class="bars">
        <thead>
          <tr>
            <th scope="col">{list.heads.join(', ')}</th>
            <th scope="col">How often</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ values, events }) => (
            <tr>
              <RowName list={list} values={values} index={index} />
              <td>
                <meter min={0} max={most} value={events} aria-hidden="true" />
                {events}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <a href={download} aria-label={`All as a table (CSV): ${list.title}`}>
          All as a table (CSV)
        </a>
      </p>
    </section>
  );
}

function RowName({ list, values, index }: { list: InsightList; values: unknown[]; index: SitePageIndex }) {
  return (
    <th scope="row" dir="auto">
      {list.columns.map((column, at) => {
        const { text, hint } = wordsOf(column, values[at], index);
        return (
          <>
            {at > 0 && ' · '}
            {text}
            {hint !== undefined && <span class="member-hint"> {hint}</span>}
          </>
        );
      })}
    </th>
  );
}
