import type { Specification } from '../processing/specification.js';
import { listOperations, type Operation } from './operations.js';
import { asList, asText, isObject } from './resolve.js';

/** A group of operations that one page shows. */
export interface TagGroup {
  /** Null for operations without a tag. */
  name: string | null;
  title: string;
  description?: string;
  /** One line below the title of the page. */
  lead?: string;
  icon?: string;
  operations: Operation[];
  groups: TagGroup[];
}

interface DeclaredTag extends Omit<TagGroup, 'groups'> {
  name: string;
  parent?: string;
}

/**
 * Groups operations by tag: declared tags in their order, then other tags in the order of their first use, then
 * operations without a tag. A tag below another (`x-parent`) is a group in its group; empty groups are left out.
 */
export function groupByTag(specification: Specification): TagGroup[] {
  const tags = declaredTags(specification);
  const untagged: Operation[] = [];
  for (const operation of listOperations(specification)) {
    if (operation.tags.length === 0) untagged.push(operation);
    for (const name of new Set(operation.tags)) {
      let tag = tags.get(name);
      if (!tag) tags.set(name, (tag = { name, title: name, operations: [] }));
      tag.operations.push(operation);
    }
  }
  const groups = nest(tags);
  if (untagged.length === 0) return groups;
  const title = groups.length === 0 ? 'Operations' : 'Other operations';
  return [...groups, { name: null, title, operations: untagged, groups: [] }];
}

function declaredTags(specification: Specification): Map<string, DeclaredTag> {
  const tags = new Map<string, DeclaredTag>();
  for (const tag of asList(specification['tags'])) {
    const name = isObject(tag) ? asText(tag['name']) : undefined;
    if (!isObject(tag) || name === undefined || tags.has(name)) continue;
    tags.set(name, {
      name,
      title: asText(tag['x-page-title']) ?? asText(tag['x-displayName']) ?? name,
      description: asText(tag['description']),
      lead: asText(tag['x-page-description']),
      icon: asText(tag['x-page-icon']),
      parent: asText(tag['x-parent']) ?? asText(tag['parent']),
      operations: [],
    });
  }
  return tags;
}

function nest(tags: ReadonlyMap<string, DeclaredTag>): TagGroup[] {
  const groupsBelow = (parent: string | undefined): TagGroup[] =>
    [...tags.values()].flatMap((tag) => {
      if (parentOf(tags, tag) !== parent) return [];
      const { name, title, description, lead, icon, operations } = tag;
      const groups = groupsBelow(name);
      if (operations.length === 0 && groups.length === 0) return [];
      return [{ name, title, description, lead, icon, operations, groups }];
    });
  return groupsBelow(undefined);
}

/** The declared parent, unless it is unknown or below the tag itself. */
function parentOf(tags: ReadonlyMap<string, DeclaredTag>, tag: DeclaredTag): string | undefined {
  const seen = new Set<string>();
  for (
    let at: DeclaredTag | undefined = tag;
    at;
    at = at.parent === undefined ? undefined : tags.get(at.parent)
  ) {
    if (seen.has(at.name)) return undefined;
    seen.add(at.name);
  }
  return tag.parent !== undefined && tags.has(tag.parent) ? tag.parent : undefined;
}
