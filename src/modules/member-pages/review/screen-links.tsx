/** Links to the screens before and after this one; nothing where all pages are on one. */
export function ScreenLinks({
  screen,
  screens,
  link,
}: {
  /** Number of the screen, from 1. */
  screen: number;
  screens: number;
  link: (screen: number) => string;
}) {
  if (screens === 1) return null;
  return (
    <nav class="member-actions" aria-label="More pages">
      {screen > 1 && <a href={link(screen - 1)}>Earlier pages</a>}
      {screen < screens && <a href={link(screen + 1)}>Further pages</a>}
    </nav>
  );
}
