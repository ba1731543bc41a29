import { documentScope, isConditionMet } from '#modules/expressions/index.js';
import { LRUCache } from 'lru-cache';
import type {
  PublishedSection,
  PublishedSite,
  PublishedSiteNode,
  PublishedSpace,
  Visitor,
} from './published-site.js';

const seen = new LRUCache<string, PublishedSite>({ max: 1000 });

/**
 * The site as `visitor` may see it: without sections and spaces whose condition is not true for them, and with defaults among
 * those that are left. What comes after it (pages, search, files, tokens) knows of nothing else.
 */
export function visibleTo(visitor: Visitor, site: PublishedSite): PublishedSite {
  const version = `${site.version} ${visitor.key}`;
  const known = seen.get(version);
  if (known) return known;
  const isMet = (condition: string | null): boolean =>
    condition === null || isConditionMet(condition, documentScope({ claims: visitor.claims }));
  const spaces = site.spaces.filter(
    ({ section, condition }) => isMet(condition) && isMet(section?.condition ?? null),
  );
  const visible = { ...site, version, ...withDefaults(site, spaces) };
  seen.set(version, visible);
  return visible;
}

/** Sections that show nothing are left out, and each place without its default gets its first entry as one. */
export function withDefaults(
  site: Pick<PublishedSite, 'sections' | 'navigation'>,
  spaces: PublishedSpace[],
): Pick<PublishedSite, 'sections' | 'navigation' | 'spaces'> {
  const left = site.sections.filter((section) => spaces.some((space) => space.section?.id === section.id));
  const sections = oneDefault(left);
  const byId = new Map(sections.map((section) => [section.id, section]));
  const places = [null, ...sections];
  const shown = places.flatMap((place) =>
    oneDefault(
      spaces
        .filter((space) => (space.section?.id ?? null) === (place?.id ?? null))
        .map((space) => ({ ...space, section: place })),
    ),
  );
  return { sections, spaces: shown, navigation: navigationOf(site.navigation, byId) };
}

function oneDefault<T extends { isDefault: boolean }>(entries: T[]): T[] {
  const index = Math.max(
    0,
    entries.findIndex(({ isDefault }) => isDefault),
  );
  return entries.map((entry, i) => ({ ...entry, isDefault: i === index }));
}

function navigationOf(
  nodes: PublishedSiteNode[],
  sections: Map<string, PublishedSection>,
): PublishedSiteNode[] {
  return nodes.flatMap((node): PublishedSiteNode[] => {
    if (node.kind === 'section') {
      const section = sections.get(node.section.id);
      return section ? [{ kind: 'section', section }] : [];
    }
    const children = navigationOf(node.children, sections);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}
