const FULL = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A moment in words, by the clock of the world: `January 31, 2026 at 4:05 PM UTC`. */
export function MomentOf({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{FULL.format(at)} UTC</time>;
}
