import type { ComponentChildren } from 'preact';
import type { OldBlocks } from '../editing/restore-block.js';
import type { DrawnPage } from './page-diffs.js';
import { isRestorable, RestoreForm } from './restore-form.js';

/**
 * The actions for the changes of the Markdown of a page, by the number of the change below which it stands: blocks
 * are restored, and a link leads to the other view, where threads are.
 * @param from the revision before; empty for the main content of a change request.
 * @param inline address of the view in which each block is shown.
 */
export function hunkActions(
  {
    page,
    drawn: { groups, hunks = [] },
    old,
  }: { page: { id: string }; drawn: DrawnPage; old: OldBlocks | null },
  from: string,
  inline: string,
): Map<number, ComponentChildren> {
  const done = new Set<object>();
  return new Map(
    hunks.map((hunk) => {
      const touched = groups.filter(
        (group) =>
          group.isChanged &&
          ((group.old !== undefined && hunk.old.includes(group.old)) ||
            (group.key !== undefined && hunk.keys.includes(group.key))),
      );
      const restored = touched.filter((group) => isRestorable(group, old) && !done.has(group));
      for (const group of restored) done.add(group);
      const key = touched.find((group) => group.key !== undefined)?.key;
      return [
        hunk.last,
        <>
          {restored.map((group) => (
            <RestoreForm group={group} page={page.id} revision={from} old={old} />
          ))}
          <a href={`${inline}#${key === undefined ? `p-${page.id}` : `b-${key}`}`}>Show it inline</a>
        </>,
      ];
    }),
  );
}
