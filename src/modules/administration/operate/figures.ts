/** A time span for people, in its largest unit but one second at least: `3 hours`. */
export function formatDuration(ms: number): string {
  const spans = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [1000, 'second'],
  ] as const;
  const [size, noun] = spans.find(([span]) => ms >= span) ?? spans[3];
  const count = Math.max(1, Math.floor(ms / size));
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A count with its thousands apart: `12,345`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}
