/** Says that a page shows what somebody else sees, and leads out of it. */
export function SeenNote({ name, back }: { name: string; back: { href: string; title: string } }) {
  return (
    <p class="seen-note" role="note">
      <span>
        <strong>
          You see this as <bdi>{name}</bdi>
        </strong>
        : only to look at. Nothing is done in their name, and the audit log notes that you looked.
      </span>{' '}
      <a href={back.href}>{back.title}</a>
    </p>
  );
}
