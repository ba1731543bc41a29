import type { ComponentChildren } from 'preact';

/** A table of the members' area; on narrow screens it scrolls by itself. */
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
        <table>
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
