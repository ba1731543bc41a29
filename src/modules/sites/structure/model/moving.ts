import { SiteSpaceEntity } from '../site-space.entity.js';
import { BadRequest } from '#platform/http/errors.js';
import { SiteSectionEntity } from '../site-section.entity.js';
import { SiteSectionGroupEntity } from '../site-section-group.entity.js';
import { updateGroup } from './groups.js';
import { updateLink } from './links.js';
import { positionIn, type WantedPosition } from './placing.js';
import { moveToGroup, requireGroupId } from './sections.js';
import type { StructurePointer } from './item-types.js';
import { groupIdOf, type NavigationItem, type SiteStructure } from './site-structure.js';
import { moveToSection } from './spaces.js';

export type StructureItem = SiteSpaceEntity | NavigationItem;

export function findItem(
  structure: SiteStructure,
  { type, id }: StructurePointer,
): StructureItem | undefined {
  switch (type) {
    case 'site-space':
      return structure.findSpace(id);
    case 'site-section':
      return structure.findSection(id);
    case 'site-section-group':
      return structure.findGroup(id);
    case 'site-external-link':
      return structure.findLink(id);
  }
}

/** The place that something is moved to. */
export interface Destination {
  /** Id of the section of a space, or of the group of anything else; null for the top level. It stays where it is without. */
  into?: string | null;
  before?: StructurePointer;
  after?: StructurePointer;
}

/** Id of the section that a space is in, or of the group that anything else is in; null at the top level. */
export function parentIdOf(item: StructureItem): string | null {
  return item instanceof SiteSpaceEntity ? item.sectionId : groupIdOf(item);
}

/** A value that differs as soon as anybody has moved the item. */
export function placeOf(item: StructureItem): string {
  return `${parentIdOf(item) ?? ''}:${item.position}`;
}

/**
 * Moves something to another section or group, and among what stands beside it there: at the end, or at its place if it was there
 * already and no neighbour is named.
 * @throws BadRequest for a neighbour that is the item itself or stands elsewhere, and for a section or group that cannot hold it.
 */
export function moveItem(
  structure: SiteStructure,
  item: StructureItem,
  { into, before, after }: Destination,
): void {
  if (into !== undefined && into !== parentIdOf(item)) putInto(structure, item, into);
  const level =
    item instanceof SiteSpaceEntity
      ? structure.spacesIn(item.sectionId)
      : structure.navigationIn(groupIdOf(item));
  item.position = positionIn(level, item, wantedAmong(structure, { before, after }));
}

function putInto(structure: SiteStructure, item: StructureItem, into: string | null): void {
  if (item instanceof SiteSpaceEntity) {
    const section = into === null ? undefined : structure.findSection(into);
    if (!section)
      throw new BadRequest('into: a space is moved into a section, and the site has no such section.');
    return moveToSection(structure, item, section.id);
  }
  const groupId = requireGroupId(structure, 'into', into ?? undefined);
  if (item instanceof SiteSectionEntity) return moveToGroup(structure, item, groupId);
  if (item instanceof SiteSectionGroupEntity)
    return updateGroup(structure, item, { parentSectionGroupId: groupId });
  updateLink(structure, item, { parent: groupId });
}

/** The ids; a pointer whose type is not that of the item names nothing. */
function wantedAmong(
  structure: SiteStructure,
  pointers: { before?: StructurePointer; after?: StructurePointer },
): WantedPosition {
  const idOf = (pointer?: StructurePointer): string | undefined =>
    pointer && (findItem(structure, pointer)?.id ?? '');
  return { before: idOf(pointers.before), after: idOf(pointers.after) };
}
