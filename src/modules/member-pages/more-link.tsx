/** Leads further down a list. */
export function MoreLink({ here, cursor, what }: { here: string; cursor: string | null; what: string }) {
  if (cursor === null) return null;
  return (
    <p>
      <a href={`${here}?${new URLSearchParams({ page: cursor }).toString()}`}>{what}</a>
    </p>
  );
}
