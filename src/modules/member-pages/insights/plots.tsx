/** Counts over time as columns, with a table for those who do not see them. */
export function Columns({ title, times, counts }: { title: string; times: string[]; counts: number[] }) {
  const most = Math.max(1, ...counts);
  const [width, height] = [100 / Math.max(1, counts.length), 120];
  if (counts.every((count) => count === 0)) return <p>Nothing was counted in this time.</p>;
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}, at most ${most}`}
      >
        {counts.map((count, index) => (
          <rect
            x={index * width + width * 0.1}
            y={height - (count / most) * height}
            width={width * 0.8}
            height={(count / most) * height}
          >
            <title>{`${times[index]?.slice(0, 16).replace('T', ' ')}: ${count}`}</title>
          </rect>
        ))}
      </svg>
      <p class="plot-ends">
        <span>{times[0]?.slice(0, 10)}</span>
        <span>{times.at(-1)?.slice(0, 10)}</span>
      </p>
    </figure>
  );
}

/** Names with their counts, the largest first, as a table with bars. */
export function BarList({ title, names, counts }: { title: string; names: string[]; counts: number[] }) {
  const most = Math.max(1, ...counts);
  return (
    <section>
      <h3>{title}</h3>
      {names.length === 0 ? (
        <p>Nothing yet.</p>
      ) : (
        <table class="bars">
          {names.map((name, index) => (
            <tr>
              <th scope="row">{name}</th>
              <td>
                <meter min={0} max={most} value={counts[index]} />
                {counts[index]}
              </td>
            </tr>
          ))}
        </table>
      )}
    </section>
  );
}
