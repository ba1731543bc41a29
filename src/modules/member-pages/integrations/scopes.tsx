/** The list of scopes that an integration has or asks for. */
export function Scopes({ title, scopes }: { title: string; scopes: readonly string[] }) {
  if (scopes.length === 0) return <p>{title}: nothing.</p>;
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {scopes.map((scope) => (
          <li>
            <code>{scope}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
