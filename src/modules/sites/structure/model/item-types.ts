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
