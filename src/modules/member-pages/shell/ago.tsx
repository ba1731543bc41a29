import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const WORDS = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const FULL = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** The moment at which a page is made, by the clock of the application. */
export const Now = createContext<Date | null>(null);

/** The time since something happened or until it will, with the full time as its title. */
export function Ago({ at }: { at: Date | string }) {
  const now = useContext(Now);
  if (!now) throw new Error('The page does not say when it is made.');
  const time = new Date(at);
  return (
    <time dateTime={time.toISOString()} title={`${FULL.format(time)} UTC`}>
      {agoWords(time, now)}
    </time>
  );
}

/**
 * The time between two moments in words: `3 hours ago`, `in 2 weeks`; `just now` below a minute. What lies ahead is rounded, since a page
 * is always read a moment later than its two weeks began.
 */
export function agoWords(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  if (!step) return 'just now';
  const [unit, length] = step;
  return WORDS.format(seconds > 0 ? Math.round(seconds / length) : Math.trunc(seconds / length), unit);
}
