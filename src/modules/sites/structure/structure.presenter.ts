import { presentSpace, type SpaceView } from '#modules/spaces/index.js';
import type { Urls } from '#platform/http/urls.js';
import type { PublishedUrls } from '../published/published-url.js';
import type { StructureItem } from './model/moving.js';
import type { NavigationItem, SiteStructure } from './model/site-structure.js';
import { SiteExternalLinkEntity } from './site-external-link.entity.js';
import { SiteSectionGroupEntity } from './site-section-group.entity.js';
import { SiteSectionEntity } from './site-section.entity.js';
import { SiteSpaceEntity } from './site-space.entity.js';
import type {
  NavigationResource,
  SiteExternalLinkResource,
  SiteSectionGroupResource,
  SiteSectionResource,
  SiteSpaceResource,
  SiteStructureResource,
  StructureItemResource,
} from './structure.resources.js';

/** A structure with what its presenters need. */
export interface StructureView {
  structure: SiteStructure;
  /** The spaces on it that may be seen, by id; the others are left out. */
  spaces: ReadonlyMap<string, SpaceView>;
  published: PublishedUrls;
}

/** The structure as the API shows it: sections, or the spaces of a site without. */
export function presentStructure(view: StructureView, urls: Urls): SiteStructureResource {
  const { structure } = view;
  if (!structure.hasSections) return { type: 'siteSpaces', structure: presentSpacesIn(null, view, urls) };
  return {
    type: 'sections',
    structure: structure.navigationIn(null).map((item) => presentNavigationItem(item, view, urls)),
  };
}

/** All site spaces that may be seen: section after section, in order. */
export function presentSiteSpaces(view: StructureView, urls: Urls): SiteSpaceResource[] {
  return view.structure.liveSpaces().flatMap((space) => presentVisible(space, view, urls));
}

/** All sections, in the order of the navigation. */
export function presentSections(view: StructureView, urls: Urls): SiteSectionResource[] {
  return view.structure.sectionsInOrder().map((section) => presentSection(section, view, urls));
}

/** All section groups: each before those in it, in order. */
export function presentSectionGroups(view: StructureView, urls: Urls): SiteSectionGroupResource[] {
  return view.structure.groupsInOrder().map((group) => presentSectionGroup(group, view, urls));
}

export function presentStructureItem(
  item: StructureItem,
  view: StructureView,
  urls: Urls,
): StructureItemResource {
  return item instanceof SiteSpaceEntity
    ? presentSiteSpace(item, view, urls)
    : presentNavigationItem(item, view, urls);
}

function presentNavigationItem(item: NavigationItem, view: StructureView, urls: Urls): NavigationResource {
  if (item instanceof SiteExternalLinkEntity) return presentExternalLink(item);
  return item instanceof SiteSectionEntity
    ? presentSection(item, view, urls)
    : presentSectionGroup(item, view, urls);
}

/** A space on a site. The caller knows that it may be seen. */
export function presentSiteSpace(
  siteSpace: SiteSpaceEntity,
  { structure, spaces, published }: StructureView,
  urls: Urls,
): SiteSpaceResource {
  const space = spaces.get(siteSpace.spaceId);
  if (!space) throw new Error(`The space of ${siteSpace.id} was not loaded.`);
  return {
    object: 'site-space',
    id: siteSpace.id,
    path: siteSpace.path,
    ...(siteSpace.sectionId === null ? {} : { section: siteSpace.sectionId }),
    space: presentSpace(space, urls),
    title: space.space.title,
    default: structure.defaultSpaceIn(siteSpace.sectionId) === siteSpace,
    draft: false,
    ...(siteSpace.condition === null ? {} : { condition: siteSpace.condition }),
    hasAdvancedCustomizationFeature: true,
    urls: publishedOf(published.ofSiteSpace(siteSpace.id)),
  };
}

export function presentSection(
  section: SiteSectionEntity,
  view: StructureView,
  urls: Urls,
): SiteSectionResource {
  return {
    object: 'site-section',
    id: section.id,
    title: section.title,
    ...(section.description === null ? {} : { description: section.description }),
    default: view.structure.defaultSection() === section,
    draft: false,
    path: section.path,
    ...(section.condition === null ? {} : { condition: section.condition }),
    ...(section.groupId === null ? {} : { sectionGroup: section.groupId }),
    siteSpaces: presentSpacesIn(section.id, view, urls),
    ...(section.icon === null ? {} : { icon: section.icon }),
    urls: publishedOf(view.published.ofSection(section.id)),
  };
}

export function presentSectionGroup(
  group: SiteSectionGroupEntity,
  view: StructureView,
  urls: Urls,
): SiteSectionGroupResource {
  const children = view.structure.navigationIn(group.id);
  const presented = children.map((item) => presentNavigationItem(item, view, urls));
  return {
    object: 'site-section-group',
    id: group.id,
    title: group.title,
    ...(group.parentId === null ? {} : { sectionGroup: group.parentId }),
    ...(group.icon === null ? {} : { icon: group.icon }),
    sections: presented.filter((item) => item.object === 'site-section'),
    children: presented,
  };
}

export function presentExternalLink(link: SiteExternalLinkEntity): SiteExternalLinkResource {
  return {
    object: 'site-external-link',
    id: link.id,
    title: link.title,
    ...(link.description === null ? {} : { description: link.description }),
    ...(link.icon === null ? {} : { icon: link.icon }),
    url: link.url,
    ...(link.groupId === null ? {} : { sectionGroup: link.groupId }),
    draft: link.draft,
    ...(link.condition === null ? {} : { condition: link.condition }),
  };
}

function presentSpacesIn(sectionId: string | null, view: StructureView, urls: Urls): SiteSpaceResource[] {
  return view.structure.spacesIn(sectionId).flatMap((space) => presentVisible(space, view, urls));
}

function presentVisible(space: SiteSpaceEntity, view: StructureView, urls: Urls): SiteSpaceResource[] {
  return view.structure.isLive(space) && view.spaces.has(space.spaceId)
    ? [presentSiteSpace(space, view, urls)]
    : [];
}

function publishedOf(published: string | undefined): { published?: string } {
  return published === undefined ? {} : { published };
}
