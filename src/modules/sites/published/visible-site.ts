import { documentScope, isConditionMet } from '#modules/expressions/index.js';
import { LRUCache } from 'lru-cache';
import type { CustomizationOverrides } from '../customization/customization-schema.js';
import { withLinksMet, withSections } from './navigation.js';
import { type PublishedSite, type PublishedSpace, urlPathOf, type Visitor } from './published-site.js';

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
  const spaces = site.spaces
    .filter(({ section, condition }) => isMet(condition) && isMet(section?.condition ?? null))
    .map((space) => ({ ...space, overrides: space.overrides && withLinks(space.overrides, isMet) }));
  const customization = withLinks(site.customization, isMet);
  const navigation = withLinksMet(site.navigation, isMet);
  const visible = {
    ...site,
    version,
    customization,
    ...withDefaults({ sections: site.sections, navigation }, spaces),
  };
  seen.set(version, visible);
  return visible;
}

/** The site with those of its spaces that `shown` knows by their ids; null when it shows none of them. */
export function withOnly(
  site: PublishedSite,
  shown: { has(spaceId: string): boolean },
): PublishedSite | null {
  const spaces = site.spaces.filter(({ spaceId }) => shown.has(spaceId));
  if (spaces.length === 0) return null;
  const version = `${site.version} only ${spaces.map(({ siteSpaceId }) => siteSpaceId).join(' ')}`;
  return { ...site, version, ...withDefaults(site, spaces) };
}

/** Settings with those links of the header whose condition is met. */
function withLinks<Settings extends CustomizationOverrides>(
  settings: Settings,
  isMet: (condition: string | null) => boolean,
): Settings {
  const { header } = settings;
  if (!header?.links) return settings;
  const links = header.links.filter(({ condition }) => isMet(condition ?? null));
  return { ...settings, header: { ...header, links } };
}

/** Sections that show nothing are left out, and each place without its default gets its first entry as one. */
export function withDefaults(
  site: Pick<PublishedSite, 'sections' | 'navigation'>,
  spaces: Omit<PublishedSpace, 'urlPath'>[],
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
    ).map((space) => ({ ...space, urlPath: urlPathOf(sections, place, space) })),
  );
  return { sections, spaces: shown, navigation: withSections(site.navigation, byId) };
}

function oneDefault<T extends { isDefault: boolean }>(entries: T[]): T[] {
  const index = Math.max(
    0,
    entries.findIndex(({ isDefault }) => isDefault),
  );
  return entries.map((entry, i) => ({ ...entry, isDefault: i === index }));
}
