import {
  type PublishedUrls,
  placeOf,
  SiteExternalLinkEntity,
  SiteSectionEntity,
  SiteSectionGroupEntity,
  SiteSpaceEntity,
  type StructureItem,
  type StructureItemType,
  type StructureView,
} from '#modules/sites/index.js';

/** A part of a site's structure as its page shows it. */
export interface StructureNode {
  type: StructureItemType;
  id: string;
  title: string;
  emoji: string;
  icon: string | null;
  /** A value that differs as soon as anybody has moved it. */
  place: string;
  /** Id of the section or group that it is in; null at the top. */
  parent: string | null;
  /** Address for readers; null for groups, and for what readers do not see. */
  address: string | null;
  /** True for what readers get first where it is. */
  isDefault: boolean;
  /** True for a link that is kept from readers. */
  isDraft: boolean;
  /** Expression on the visitor who sees it; null for everybody. */
  condition: string | null;
  children: StructureNode[];
}

/** The words for the kinds of things in a structure. */
export const KINDS: Record<StructureItemType, string> = {
  'site-space': 'Space',
  'site-section': 'Section',
  'site-section-group': 'Group',
  'site-external-link': 'Link',
};

/** The kind of a part of a structure. */
export function typeOf(item: StructureItem): StructureItemType {
  if (item instanceof SiteSpaceEntity) return 'site-space';
  if (item instanceof SiteSectionEntity) return 'site-section';
  return item instanceof SiteSectionGroupEntity ? 'site-section-group' : 'site-external-link';
}

/**
 * The structure as its page shows it, in order. Spaces that the member does not see are left out.
 * @param urls addresses that readers have, or will have once the site is published.
 */
export function structureNodes(view: StructureView, urls: PublishedUrls): StructureNode[] {
  const { structure } = view;
  const ofSpaces = (sectionId: string | null) =>
    structure.spacesIn(sectionId).flatMap((space) => {
      const node = nodeOf(space, view, urls);
      return node ? [node] : [];
    });
  const ofNavigation = (groupId: string | null): StructureNode[] =>
    structure.navigationIn(groupId).map((item) => {
      const node = nodeOf(item, view, urls)!;
      if (item instanceof SiteSectionEntity) return { ...node, children: ofSpaces(item.id) };
      return item instanceof SiteSectionGroupEntity ? { ...node, children: ofNavigation(item.id) } : node;
    });
  return structure.hasSections ? ofNavigation(null) : ofSpaces(null);
}

/** One part without those in it; null for a space that the member does not see. */
export function nodeOf(item: StructureItem, view: StructureView, urls: PublishedUrls): StructureNode | null {
  const { structure, spaces } = view;
  const node = { ...PLAIN, type: typeOf(item), id: item.id, place: placeOf(item) };
  if (item instanceof SiteSpaceEntity) {
    const space = structure.isLive(item) ? spaces.get(item.spaceId)?.space : undefined;
    if (!space) return null;
    const { title, emoji, icon } = space;
    const { sectionId: parent, condition } = item;
    const isDefault = structure.defaultSpaceIn(parent) === item;
    const address = urls.ofSiteSpace(item.id) ?? null;
    return { ...node, title, emoji, icon: icon ?? null, parent, address, isDefault, condition };
  }
  const { title, icon } = item;
  if (item instanceof SiteSectionGroupEntity) return { ...node, title, icon, parent: item.parentId };
  const { groupId: parent, condition } = item;
  if (item instanceof SiteExternalLinkEntity)
    return { ...node, title, icon, parent, condition, address: item.url, isDraft: item.draft };
  const isDefault = structure.defaultSection() === item;
  const address = urls.ofSection(item.id) ?? null;
  return { ...node, title, icon, parent, condition, address, isDefault };
}

const PLAIN = {
  emoji: '',
  icon: null,
  address: null,
  isDefault: false,
  isDraft: false,
  condition: null,
  children: [],
};
