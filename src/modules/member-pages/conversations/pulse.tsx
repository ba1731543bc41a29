const [STEP, HEIGHT] = [8, 24];

/** Questions by week as a line, the present week last; the numbers are its alternative. */
export function Pulse({ weeks }: { weeks: readonly number[] }) {
  const most = Math.max(1, ...weeks);
  const points = weeks.map(
    (count, week) => `${week * STEP + 2},${HEIGHT - 2 - (count / most) * (HEIGHT - 4)}`,
  );
  const [width, last] = [(weeks.length - 1) * STEP + 4, points.at(-1)?.split(',')];
  return (
    <svg
      class="pulse"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={`Questions in the last ${weeks.length} weeks, this week last: ${weeks.join(', ')}`}
    >
      <polyline points={points.join(' ')} />
      {last && <circle cx={last[0]} cy={last[1]} r={2} />}
    </svg>
  );
}
