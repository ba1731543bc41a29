import { Conflict } from '#platform/http/errors.js';

/** Values of an item as somebody saw them before they changed it, by the names of its members. */
export type SeenValues = Readonly<Record<string, unknown>>;

/**
 * Requires that nobody else has changed what is changed. Values of members that `changes` lacks may differ.
 * @param seen nothing is compared for members that it lacks.
 * @throws Conflict that names what somebody else has changed to something else.
 */
export function requireAsSeen(item: object, changes: object, seen: SeenValues = {}): void {
  const now = item as Record<string, unknown>;
  const lost = Object.entries(changes)
    .filter(([name, wanted]) => name in seen && now[name] !== seen[name] && now[name] !== wanted)
    .map(([name]) => `“${name}”`);
  if (lost.length === 0) return;
  throw new Conflict(
    `Somebody else has changed ${lost.join(', ')} since this page was opened. Nothing was saved: note what you wanted, load the page again, and change it there.`,
  );
}
