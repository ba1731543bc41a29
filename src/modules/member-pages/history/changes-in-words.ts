interface Change {
  type: string;
  page?: { title?: string };
  file?: { name?: string };
  tag?: { label?: string };
}

const VERBS: Record<string, string> = {
  page_created: 'added',
  page_edited: 'edited',
  page_moved: 'moved',
  page_deleted: 'deleted',
  file_created: 'added the file',
  file_edited: 'changed the file',
  file_deleted: 'deleted the file',
  tag_created: 'added the tag',
  tag_edited: 'changed the tag',
  tag_deleted: 'deleted the tag',
};

/**
 * The changes of a revision in words, such as `edited Travel and Hotels`.
 * @param changes as the API lists the changes of a revision.
 * @param more number of changes that the list left out.
 */
export function changesInWords(changes: readonly object[], more: number): string[] {
  const names = new Map<string, string[]>();
  for (const change of changes as Change[]) {
    const verb = VERBS[change.type] ?? 'changed';
    const name =
      change.page?.title ?? change.file?.name ?? change.tag?.label ?? NAMES[change.type] ?? 'other content';
    const known = names.get(verb) ?? [];
    if (!known.includes(name)) names.set(verb, [...known, name]);
  }
  const said = [...names].map(([verb, list]) => `${verb} ${list.join(', ')}`);
  return more > 0 ? [...said, more === 1 ? 'and 1 more' : `and ${more} more`] : said;
}

const NAMES: Record<string, string> = { variables_edited: 'variables' };
