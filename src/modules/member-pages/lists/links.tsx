/** Something that members can open. */
export interface Link {
  href: string;
  title: string;
}

/** A list of what can be opened, or that there is nothing. */
export function Links({ title, links }: { title: string; links: readonly Link[] }) {
  return (
    <section>
      <h2>{title}</h2>
      {links.length === 0 ? (
        <p>None.</p>
      ) : (
        <ul class="member-links">
          {links.map((link) => (
            <li>
              <a href={link.href}>{link.title}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
