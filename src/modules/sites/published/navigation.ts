import type { PublishedSection, PublishedSiteNode } from './published-site.js';

interface Placed {
  id: string;
  position: string;
  groupId: string | null;
}

/** Stored items in the header of a site. */
export interface NavigationItems {
  sections: (PublishedSection & Placed)[];
  groups: (Placed & { title: string; icon: string | null })[];
  links: (Placed & {
    title: string;
    description: string | null;
    icon: string | null;
    url: string;
    condition: string | null;
  })[];
}

/** The header below a group, or at the top: sections, groups and links in one order. */
export function navigationBelow(parent: string | null, items: NavigationItems): PublishedSiteNode[] {
  const { sections, groups, links } = items;
  const isHere = ({ groupId }: Placed): boolean => groupId === parent;
  return [
    ...sections.filter(isHere).map((section) => ({ placed: section, node: sectionNode(section) })),
    ...groups.filter(isHere).map((group) => {
      const { id, title, icon } = group;
      const children = navigationBelow(id, items);
      return { placed: group, node: { kind: 'group' as const, id, title, icon, children } };
    }),
    ...links.filter(isHere).map((link) => {
      const { id, title, description, icon, url, condition } = link;
      return { placed: link, node: { kind: 'link' as const, id, title, description, icon, url, condition } };
    }),
  ]
    .sort((a, b) => inOrder(a.placed, b.placed))
    .map(({ node }) => node);
}

function sectionNode(stored: PublishedSection): PublishedSiteNode {
  const { id, title, description, icon, path, condition, isDefault } = stored;
  return { kind: 'section', section: { id, title, description, icon, path, condition, isDefault } };
}

/** By bytes, as the database compares positions. */
export function inOrder(
  a: { id: string; position: string },
  b: { id: string; position: string },
): -1 | 0 | 1 {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** The sections of a navigation, in its order. */
export function sectionsOf(nodes: PublishedSiteNode[]): PublishedSection[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'section') return [node.section];
    return node.kind === 'group' ? sectionsOf(node.children) : [];
  });
}

/** The navigation with these sections only, and without groups in which nothing is left. */
export function withSections(
  nodes: PublishedSiteNode[],
  sections: Map<string, PublishedSection>,
): PublishedSiteNode[] {
  return nodes.flatMap((node): PublishedSiteNode[] => {
    if (node.kind === 'link') return [node];
    if (node.kind === 'section') {
      const section = sections.get(node.section.id);
      return section ? [{ kind: 'section', section }] : [];
    }
    const children = withSections(node.children, sections);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** The navigation without the links whose condition is not met. */
export function withLinksMet(
  nodes: PublishedSiteNode[],
  isMet: (condition: string | null) => boolean,
): PublishedSiteNode[] {
  return nodes.flatMap((node): PublishedSiteNode[] => {
    if (node.kind === 'group') return [{ ...node, children: withLinksMet(node.children, isMet) }];
    return node.kind === 'section' || isMet(node.condition) ? [node] : [];
  });
}
