import type { ComponentChildren } from 'preact';

/** A table of the members' area; on narrow screens its rows are blocks, with the heading of its column before each cell. */
export function MemberTable({
  title,
  columns,
  children,
}: {
  title: string;
  columns: readonly string[];
  children: ComponentChildren;
}) {
  return (
    <>
      <h2>{title}</h2>
      <div class="member-table" tabIndex={0} role="region" aria-label={title}>
        <table style={labels(columns)}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th scope="col">{column}</th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </>
  );
}

/** The headings of columns for `tables.css`, which shows them before cells. The first column is the heading of its row. */
function labels(columns: readonly string[]): string {
  return columns
    .flatMap((column, index) =>
      index === 0 || column === '' ? [] : [`--column-${index + 1}: ${JSON.stringify(`${column}: `)}`],
    )
    .join('; ');
}
