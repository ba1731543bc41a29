import { letterFirst } from '#platform/ids/ids.js';
import { inOrder } from '../../published/navigation.js';
import type { SiteExternalLinkEntity } from '../site-external-link.entity.js';
import { SiteSectionGroupEntity } from '../site-section-group.entity.js';
import { SiteSectionEntity } from '../site-section.entity.js';
import type { SiteSpaceEntity } from '../site-space.entity.js';

export interface StructureItems {
  spaces: SiteSpaceEntity[];
  sections: SiteSectionEntity[];
  groups: SiteSectionGroupEntity[];
  links: SiteExternalLinkEntity[];
}

/** Items that the header can hold, side by side in one order. */
export type NavigationItem = SiteSectionEntity | SiteSectionGroupEntity | SiteExternalLinkEntity;

/**
 * Everything a site is made of, in memory: the functions beside this file change it, and `SiteStructureRepository` writes
 * what has changed. Whoever changes it holds the lock of the site.
 */
export class SiteStructure {
  constructor(
    readonly organizationId: string,
    readonly siteId: string,
    readonly items: StructureItems,
    /** Ids of spaces that are deleted and may come back: their site spaces keep their places, and nobody sees them. */
    private readonly deletedSpaceIds: ReadonlySet<string>,
  ) {}

  get hasSections(): boolean {
    return this.items.sections.length > 0;
  }

  isLive({ spaceId }: SiteSpaceEntity): boolean {
    return !this.deletedSpaceIds.has(spaceId);
  }

  /** The spaces of a section, or of a site without sections, in order; those that are deleted too. */
  spacesIn(sectionId: string | null): SiteSpaceEntity[] {
    return this.items.spaces.filter((space) => space.sectionId === sectionId).sort(inOrder);
  }

  /** All site spaces that can be seen: section after section, in order. */
  liveSpaces(): SiteSpaceEntity[] {
    const places = [null, ...this.sectionsInOrder().map(({ id }) => id)];
    return places.flatMap((sectionId) => this.spacesIn(sectionId)).filter((space) => this.isLive(space));
  }

  /** The sections, groups and links in a group, or at the site's top level, in order. */
  navigationIn(groupId: string | null): NavigationItem[] {
    const { sections, groups, links } = this.items;
    const all: NavigationItem[] = [...sections, ...groups, ...links];
    return all.filter((item) => groupIdOf(item) === groupId).sort(inOrder);
  }

  /** All sections, in the order in which the navigation shows them. */
  sectionsInOrder(groupId: string | null = null): SiteSectionEntity[] {
    return this.navigationIn(groupId).flatMap((item) => {
      if (item instanceof SiteSectionGroupEntity) return this.sectionsInOrder(item.id);
      return item instanceof SiteSectionEntity ? [item] : [];
    });
  }

  /** All groups, each before those in it, in the order of the navigation. */
  groupsInOrder(parentId: string | null = null): SiteSectionGroupEntity[] {
    return this.navigationIn(parentId).flatMap((item) =>
      item instanceof SiteSectionGroupEntity ? [item, ...this.groupsInOrder(item.id)] : [],
    );
  }

  /** The space that readers see first: the one marked as default or, while that one is deleted, the first other one. */
  defaultSpaceIn(sectionId: string | null): SiteSpaceEntity | undefined {
    // Asked for every space that is shown, so without putting them in order first.
    const live = this.items.spaces.filter((space) => space.sectionId === sectionId && this.isLive(space));
    return live.find(({ isDefault }) => isDefault) ?? live.sort(inOrder)[0];
  }

  /** The section readers get first: the one marked so or, while that one shows nothing, the first that shows something. */
  defaultSection(): SiteSectionEntity | undefined {
    const sections = this.sectionsInOrder();
    const shown = sections.filter(({ id }) => this.defaultSpaceIn(id));
    const candidates = shown.length > 0 ? shown : sections;
    return candidates.find(({ isDefault }) => isDefault) ?? candidates[0];
  }

  findSpace(id: string): SiteSpaceEntity | undefined {
    return this.items.spaces.find((space) => space.id === id && this.isLive(space));
  }

  /** @param wanted the id of the section, or the one that it had while ids began with a digit. */
  findSection(wanted: string): SiteSectionEntity | undefined {
    const id = letterFirst(wanted);
    return this.items.sections.find((section) => section.id === id);
  }

  /** @param wanted the id of the group, or the one that it had while ids began with a digit. */
  findGroup(wanted: string): SiteSectionGroupEntity | undefined {
    const id = letterFirst(wanted);
    return this.items.groups.find((group) => group.id === id);
  }

  findLink(id: string): SiteExternalLinkEntity | undefined {
    return this.items.links.find((link) => link.id === id);
  }
}

/** The group that something in the header is in; null at the top level. */
export function groupIdOf(item: NavigationItem): string | null {
  return item instanceof SiteSectionGroupEntity ? item.parentId : item.groupId;
}

/** Puts something in the header into a group, or at the top level. */
export function setGroup(item: NavigationItem, groupId: string | null): void {
  if (item instanceof SiteSectionGroupEntity) item.parentId = groupId;
  else item.groupId = groupId;
}
