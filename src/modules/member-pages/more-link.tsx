/**
 * Leads further down a list.
 * @param query members of the address besides the place in the list.
 * @param name the member of the address that says the place, on pages with several lists; `page` where it is absent.
 */
export function MoreLink({
  here,
  cursor,
  what,
  query = {},
  name = 'page',
}: {
  here: string;
  cursor: string | null;
  what: string;
  query?: Record<string, string>;
  name?: string;
}) {
  if (cursor === null) return null;
  return (
    <p>
      <a href={`${here}?${new URLSearchParams({ ...query, [name]: cursor }).toString()}`}>{what}</a>
    </p>
  );
}
