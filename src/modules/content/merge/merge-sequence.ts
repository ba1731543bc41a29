import { movedItems } from '../tree/moved-items.js';

/**
 * Merges two orders that both come from a third. Items that neither side moved keep their order and cut both sides into
 * the same sections; in each section come main's own and moved items, then mine's, each in their side's order. An item
 * that both sides moved goes where main has it.
 * @param members the items of the result; those that no list has come last.
 */
export function mergeSequence(
  base: readonly string[],
  main: readonly string[],
  mine: readonly string[],
  members: ReadonlySet<string>,
): string[] {
  const inMain = new Set(main);
  const inMine = new Set(mine);
  const movedByMain = movedItems(base, main);
  const movedByMine = movedItems(base, mine);
  const known = new Set(base);
  const isSettled = (item: string) =>
    known.has(item) &&
    inMain.has(item) &&
    inMine.has(item) &&
    !movedByMain.has(item) &&
    !movedByMine.has(item);
  const isMains = (item: string) =>
    inMain.has(item) &&
    (!inMine.has(item) || !known.has(item) || movedByMain.has(item) || !movedByMine.has(item));

  const mainSections = sections(
    main.filter((item) => isSettled(item) || isMains(item)),
    isSettled,
  );
  const mineSections = sections(
    mine.filter((item) => isSettled(item) || !isMains(item)),
    isSettled,
  );
  const result = new Set<string>();
  const add = (items: readonly string[] = []): void => {
    for (const item of items) if (members.has(item)) result.add(item);
  };
  for (const anchor of [null, ...base.filter(isSettled)]) {
    if (anchor !== null) add([anchor]);
    add(mainSections.get(anchor));
    add(mineSections.get(anchor));
  }
  for (const member of members) result.add(member);
  return [...result];
}

/** The items after each settled one, up to the next; null holds those before the first. */
function sections(
  items: readonly string[],
  isSettled: (item: string) => boolean,
): Map<string | null, string[]> {
  const found = new Map<string | null, string[]>();
  let anchor: string | null = null;
  for (const item of items) {
    if (isSettled(item)) anchor = item;
    else if (found.has(anchor)) found.get(anchor)?.push(item);
    else found.set(anchor, [item]);
  }
  return found;
}
