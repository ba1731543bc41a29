/** Leads further down a list. @param query members of the address besides the place in the list. */
export function MoreLink({
  here,
  cursor,
  what,
  query = {},
}: {
  here: string;
  cursor: string | null;
  what: string;
  query?: Record<string, string>;
}) {
  if (cursor === null) return null;
  return (
    <p>
      <a href={`${here}?${new URLSearchParams({ ...query, page: cursor }).toString()}`}>{what}</a>
    </p>
  );
}
