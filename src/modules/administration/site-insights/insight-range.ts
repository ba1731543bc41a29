const DAY = 24 * 60 * 60_000;
/** Events are deleted after 13 months. */
const MOST_DAYS = 396;
/** Longest range of which each day has a column; longer ones have one for each week. */
const MOST_DAILY = 92;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Ranges until today, by their days. */
export const RANGES = [7, 28, 90] as const;

/** Days of which a page shows what readers did, in UTC. */
export interface InsightRange {
  from: Date;
  /** The first moment after it. */
  to: Date;
  /** Days of a range until today; null for one with dates. */
  days: number | null;
  interval: 'day' | 'week';
  /** The reason why the dates that were asked for are not the ones shown. */
  problem?: string;
}

/** The range that an address asks for: `days`, or `from` and `to` as dates; the last 28 days otherwise. */
export function readRange(query: URLSearchParams, now: Date): InsightRange {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const wanted = Number(query.get('days'));
  const days = RANGES.find((one) => one === wanted) ?? 28;
  if (from === '' && to === '') return lastDays(days, now);
  const [start, end] = [dayOf(from), dayOf(to)];
  if (start === null || end === null)
    return { ...lastDays(days, now), problem: 'Give both dates, the first and the last day.' };
  if (end < start) return { ...lastDays(days, now), problem: 'The last day is before the first one.' };
  const length = (end - start) / DAY + 1;
  if (length > MOST_DAYS)
    return { ...lastDays(days, now), problem: `At most ${MOST_DAYS} days are kept and shown.` };
  return rangeOf(start, length, null);
}

/** The days before a range, as many as it has. */
export function rangeBefore({ from, to, days, interval }: InsightRange): InsightRange {
  return { from: new Date(2 * from.getTime() - to.getTime()), to: from, days, interval };
}

/** Number of days of a range. */
export function lengthOf({ from, to }: InsightRange): number {
  return Math.round((to.getTime() - from.getTime()) / DAY);
}

/** The date of a time, in UTC. */
export function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The dates on which the days or weeks of a range begin; a week begins on Monday, as the database counts it. */
export function startsOf({ from, to, interval }: InsightRange): string[] {
  const step = interval === 'day' ? DAY : 7 * DAY;
  const weekday = interval === 'day' ? 0 : (from.getUTCDay() + 6) % 7;
  const starts: string[] = [];
  for (let time = from.getTime() - weekday * DAY; time < to.getTime(); time += step)
    starts.push(dateOf(new Date(time)));
  return starts;
}

function lastDays(days: number, now: Date): InsightRange {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return rangeOf(today - (days - 1) * DAY, days, days);
}

function rangeOf(start: number, length: number, days: number | null): InsightRange {
  return {
    from: new Date(start),
    to: new Date(start + length * DAY),
    days,
    interval: length > MOST_DAILY ? 'week' : 'day',
  };
}

/** The first moment of a date; null for a text that says no day. */
function dayOf(text: string): number | null {
  const time = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) || dateOf(new Date(time)) !== text ? null : time;
}
