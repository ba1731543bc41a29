import { generateNKeysBetween } from 'fractional-indexing';
import { BadRequest, Conflict } from '#platform/http/errors.js';
import { withoutUndefined } from '#platform/without-undefined.js';
import { SiteSectionGroupEntity } from '../site-section-group.entity.js';
import type { SiteSectionEntity } from '../site-section.entity.js';
import { atEnd } from './placing.js';
import { moveToGroup, requireGroupId } from './sections.js';
import { setGroup, type SiteStructure } from './site-structure.js';

/** Maximum nesting of groups: a deeper menu helps nobody. */
export const MAX_GROUP_DEPTH = 5;

export interface NewSectionGroup {
  id: string;
  title: string;
  icon: string | null;
  /** The top level when absent. */
  parent?: string;
  /** Ids of sections to move into it, in this order. */
  sections: string[];
}

/** Adds a group at the end of its level. @throws BadRequest for an unknown parent or section, or when it is too deep. */
export function addGroup(structure: SiteStructure, added: NewSectionGroup): SiteSectionGroupEntity {
  const parentId = requireGroupId(structure, 'parent', added.parent);
  const group = Object.assign(new SiteSectionGroupEntity(), {
    organizationId: structure.organizationId,
    id: added.id,
    siteId: structure.siteId,
    parentId,
    title: added.title,
    icon: added.icon,
    position: atEnd(structure.navigationIn(parentId)),
  });
  const members = added.sections.map((id) => requireSection(structure, 'sections', id));
  structure.items.groups.push(group);
  requireDepth(structure, 'parent');
  for (const section of members) moveToGroup(structure, section, group.id);
  return group;
}

export interface SectionGroupChanges {
  title?: string;
  icon?: string | null;
  /** Id of the group to move it to; null for the top level. */
  parentSectionGroupId?: string | null;
}

/** @throws BadRequest for an unknown group, one inside of it, or when it becomes too deep. */
export function updateGroup(
  structure: SiteStructure,
  group: SiteSectionGroupEntity,
  changes: SectionGroupChanges,
): void {
  const { title, icon, parentSectionGroupId: parent } = changes;
  Object.assign(group, withoutUndefined({ title, icon }));
  if (parent === undefined || parent === group.parentId) return;
  const parentId = requireGroupId(structure, 'parentSectionGroupId', parent ?? undefined);
  if (chainOf(structure, parentId).includes(group.id))
    throw new BadRequest(
      'parentSectionGroupId: a group cannot be moved into itself or into one inside of it.',
    );
  group.position = atEnd(structure.navigationIn(parentId));
  group.parentId = parentId;
  requireDepth(structure, 'parentSectionGroupId');
}

/** Removes a group, quietly when it is not there. What was in it takes its place. */
export function removeGroup(structure: SiteStructure, id: string): SiteSectionGroupEntity | null {
  const removed = structure.findGroup(id);
  if (!removed) return null;
  const level = structure.navigationIn(removed.parentId);
  const index = level.indexOf(removed);
  const children = structure.navigationIn(removed.id);
  const [before, behind] = [level[index - 1]?.position ?? null, level[index + 1]?.position ?? null];
  const positions = generateNKeysBetween(before, behind, children.length);
  children.forEach((child, i) => {
    setGroup(child, removed.parentId);
    child.position = positions[i] as string;
  });
  structure.items.groups = structure.items.groups.filter((group) => group !== removed);
  return removed;
}

/** @throws BadRequest for an unknown section, Conflict when it is in the group already. */
export function addSectionToGroup(
  structure: SiteStructure,
  group: SiteSectionGroupEntity,
  sectionId: string,
): SiteSectionEntity {
  const section = requireSection(structure, 'sectionId', sectionId);
  if (section.groupId === group.id) throw new Conflict('sectionId: the section is in this group already.');
  moveToGroup(structure, section, group.id);
  return section;
}

/** Puts a section of the group at the end of the top level; quietly when it is not in the group. */
export function removeSectionFromGroup(
  structure: SiteStructure,
  group: SiteSectionGroupEntity,
  sectionId: string,
): void {
  const section = structure.findSection(sectionId);
  if (section?.groupId === group.id) moveToGroup(structure, section, null);
}

function requireSection(structure: SiteStructure, field: string, id: string): SiteSectionEntity {
  const section = structure.findSection(id);
  if (!section) throw new BadRequest(`${field}: the site has no section "${id}".`);
  return section;
}

/** Ids of a group and of those it is in, from the inside outwards. */
function chainOf(structure: SiteStructure, groupId: string | null): string[] {
  if (groupId === null) return [];
  return [groupId, ...chainOf(structure, structure.findGroup(groupId)?.parentId ?? null)];
}

function requireDepth(structure: SiteStructure, field: string): void {
  const depth = Math.max(0, ...structure.items.groups.map(({ id }) => chainOf(structure, id).length));
  if (depth > MAX_GROUP_DEPTH)
    throw new BadRequest(`${field}: groups may be at most ${MAX_GROUP_DEPTH} deep; put it further out.`);
}
