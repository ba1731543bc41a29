import {
  pathOfSpace,
  type PublishedSection,
  type PublishedSite,
  type PublishedSiteNode,
  type PublishedSpace,
  type SiteStructureResource,
  urlPathOf,
} from '#modules/sites/index.js';
import { presentSpace, type SpaceView } from '#modules/spaces/index.js';
import type { Urls } from '#platform/http/urls.js';

/** A site as somebody sees it, with what its presenters need. */
export interface PublishedView {
  site: PublishedSite;
  /** Its spaces that may be seen; the others are left out. */
  spaces: ReadonlyMap<string, SpaceView>;
  /** Address that those of the site begin with; null while it is not published. */
  siteUrl: string | null;
}

type Structure = SiteStructureResource['structure'];
type NodeResource = Structure[number];

/** A structure for readers, without the conditions that decided on its parts. */
export function presentPublishedStructure(view: PublishedView, urls: Urls): SiteStructureResource {
  const { site } = view;
  if (site.sections.length === 0) return { type: 'siteSpaces', structure: spacesIn(null, view, urls) };
  return { type: 'sections', structure: nodes(site.navigation, null, view, urls) };
}

function nodes(
  children: readonly PublishedSiteNode[],
  group: string | null,
  view: PublishedView,
  urls: Urls,
): Structure {
  return children.map((node) => presentNode(node, group, view, urls));
}

function presentNode(
  node: PublishedSiteNode,
  group: string | null,
  view: PublishedView,
  urls: Urls,
): NodeResource {
  const parent = group === null ? {} : { sectionGroup: group };
  if (node.kind === 'section') return presentSection(node.section, parent, view, urls);
  const { id, title } = node;
  const icon = node.icon === null ? {} : { icon: node.icon };
  if (node.kind === 'link') {
    const description = node.description === null ? {} : { description: node.description };
    return {
      object: 'site-external-link',
      id,
      title,
      ...description,
      ...icon,
      url: node.url,
      ...parent,
      draft: false,
      // Renderers that do not know links take everything but sections for groups, and fail without these lists.
      ...{ children: [], siteSpaces: [] },
    };
  }
  const children = nodes(node.children, id, view, urls) as Exclude<NodeResource, { object: 'site-space' }>[];
  const sections = children.filter((child) => child.object === 'site-section');
  return { object: 'site-section-group', id, title, ...parent, ...icon, sections, children };
}

function presentSection(
  section: PublishedSection,
  parent: { sectionGroup?: string },
  view: PublishedView,
  urls: Urls,
): NodeResource {
  const { id, title, description, icon, path, isDefault } = section;
  return {
    object: 'site-section',
    id,
    title,
    ...(description === null ? {} : { description }),
    default: isDefault,
    draft: false,
    path,
    ...parent,
    ...(icon === null ? {} : { icon }),
    siteSpaces: spacesIn(section, view, urls),
    urls: addressOf(view, urlPathOf(view.site.sections, section, null)),
  };
}

function spacesIn(section: PublishedSection | null, view: PublishedView, urls: Urls) {
  return view.site.spaces
    .filter((space) => space.section?.id === section?.id)
    .flatMap((space) => presentSiteSpace(space, view, urls));
}

function presentSiteSpace(space: PublishedSpace, view: PublishedView, urls: Urls) {
  const seen = view.spaces.get(space.spaceId);
  if (!seen) return [];
  return {
    object: 'site-space' as const,
    id: space.siteSpaceId,
    path: space.path,
    ...(space.section ? { section: space.section.id } : {}),
    space: presentSpace(seen, urls),
    title: space.title,
    default: space.isDefault,
    draft: false as const,
    hasAdvancedCustomizationFeature: true,
    urls: addressOf(view, pathOfSpace(space)),
  };
}

function addressOf({ siteUrl }: PublishedView, path: string): { published?: string } {
  return siteUrl === null ? {} : { published: siteUrl + path };
}
