import type { SiteLocation } from '../addresses/site-address.js';
import type { SiteVisibility } from '../site/site.entity.js';

/** A published site as its readers see it, read by every replica from the database so that a change holds at once everywhere. */
export interface PublishedSite extends SiteLocation {
  organizationId: string;
  siteId: string;
  title: string;
  visibility: SiteVisibility;
  /** Whether claims of visitors decide what they see. */
  adaptiveContent: boolean;
  /** Changes whenever anything a reader could see changes. Of the whole site, or of what one visitor sees of it. */
  version: string;
  /** What stands in the header, in order: sections and groups of them; empty on a site without sections. */
  navigation: PublishedSiteNode[];
  /** All sections, in the order of the navigation; exactly one is the default, unless there are none. */
  sections: PublishedSection[];
  /** All spaces: section after section, in order; each section (or a site without) has exactly one default. */
  spaces: PublishedSpace[];
}

export interface PublishedSpace {
  siteSpaceId: string;
  spaceId: string;
  title: string;
  emoji: string;
  language: string | null;
  /** The section it is in; null on a site without sections. */
  section: PublishedSection | null;
  path: string;
  condition: string | null;
  isDefault: boolean;
  /** Hash of the content that readers see. */
  snapshot: string;
  /** Id of the revision that shows it. */
  revisionId: string;
}

export interface PublishedSection {
  id: string;
  title: string;
  description: string | null;
  icon: string | null;
  path: string;
  condition: string | null;
  isDefault: boolean;
}

export type PublishedSiteNode =
  | { kind: 'section'; section: PublishedSection }
  | { kind: 'group'; id: string; title: string; icon: string | null; children: PublishedSiteNode[] };

/** A reader as far as a site knows them. */
export interface Visitor {
  /** What conditions are evaluated with; unsigned claims are under `unsigned`. */
  claims: Record<string, unknown>;
  /** The secret of the share link they came by. */
  shareKey?: string;
  /** Equal for readers who see the same; part of every key that what they see is kept under. */
  key: string;
}

/** A reader of whom nothing is known. */
export const ANYBODY: Visitor = { claims: {}, key: '' };

/** Segments of a space's pages below the site's root, with a trailing slash; '' where the site's root shows it. */
export function pathOfSpace({ section, path, isDefault }: PublishedSpace): string {
  const segments = [...(section && !section.isDefault ? [section.path] : []), ...(isDefault ? [] : [path])];
  return segments.map((segment) => `${encodeURIComponent(segment)}/`).join('');
}

/** The space whose pages are below a section's own path. */
export function defaultSpaceOf(
  site: PublishedSite,
  section: PublishedSection | null,
): PublishedSpace | undefined {
  return site.spaces.find((space) => space.isDefault && space.section?.id === section?.id);
}

/**
 * The space that a path below the site's root leads into, and what is left of the path.
 * @param path without a leading slash, still percent-encoded.
 */
export function splitSitePath(
  site: PublishedSite,
  path: string,
): { space: PublishedSpace; rest: string } | null {
  const segments = path.split('/');
  const named = site.sections.find((section) => section.path === decode(segments[0] ?? ''));
  const section = named ?? site.sections.find((candidate) => candidate.isDefault) ?? null;
  const below = named ? segments.slice(1) : segments;
  const own = site.spaces.filter((space) => space.section?.id === section?.id);
  const variant = own.find((space) => space.path === decode(below[0] ?? ''));
  const space = variant ?? own.find((candidate) => candidate.isDefault);
  return space ? { space, rest: (variant ? below.slice(1) : below).join('/') } : null;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
