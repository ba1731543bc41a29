import { groupMessages } from '#platform/text/group-messages.js';
import type { Warning } from './follow-run.js';

/** Lines of each kind that are shown, and places that are named with each. */
const MAX_MESSAGES = 20;
const MAX_PLACES = 4;

/** Number of warnings of each kind, the most frequent kind first. */
export function countKinds(warnings: readonly Warning[]): [kind: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { kind } of warnings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one);
}

/**
 * The warnings by their kind, as lines for people. What is said of several places is said once, with the places. Frequent
 * kinds come first, so that the rare ones stand right above the result.
 */
export function describeWarnings(warnings: readonly Warning[]): string[] {
  const placed = warnings.map(({ kind, message, file, line }) => ({
    kind,
    message,
    place: `${file}:${line}`,
  }));
  return groupMessages(placed).flatMap(({ kind, count, messages }) => {
    const shown = messages
      .slice(0, MAX_MESSAGES)
      .flatMap(({ message, places }) => [`  ${message}`, `    ${withRest(places, MAX_PLACES)}`]);
    const rest = messages.length - MAX_MESSAGES;
    return [
      `${kind} (${count})`,
      ...shown,
      ...(rest > 0 ? [`  … and ${rest} more of this kind; --json lists all of them.`] : []),
      '',
    ];
  });
}

function withRest(places: readonly string[], most: number): string {
  const rest = places.length - most;
  return places.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
