import { SiteSpaceEntity } from '../site-space.entity.js';
import { positionIn, type WantedPosition } from './placing.js';
import { groupIdOf, type NavigationItem, type SiteStructure } from './site-structure.js';

export const STRUCTURE_ITEM_TYPES = [
  'site-space',
  'site-section',
  'site-section-group',
  'site-external-link',
] as const;
export type StructureItemType = (typeof STRUCTURE_ITEM_TYPES)[number];

export interface StructurePointer {
  type: StructureItemType;
  id: string;
}

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

/**
 * Moves something among what stands beside it: spaces in their section; sections, groups and links in their group.
 * @throws BadRequest for a neighbour that is the item itself or stands elsewhere.
 */
export function moveItem(
  structure: SiteStructure,
  item: StructureItem,
  { before, after }: { before?: StructurePointer; after?: StructurePointer },
): void {
  const level =
    item instanceof SiteSpaceEntity
      ? structure.spacesIn(item.sectionId)
      : structure.navigationIn(groupIdOf(item));
  item.position = positionIn(level, item, wantedAmong(structure, { before, after }));
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
