import { decodePercent } from '#platform/http/decode-percent.js';
import { mergeSettings } from '../customization/merge-customization.js';
import type { SiteLocation } from '../addresses/site-address.js';
import type { CustomizationOverrides, SiteCustomization } from '../customization/customization-schema.js';
import type { AdaptiveSchema } from '../audience/adaptive-schema.js';
import type { AgentsContext, SiteVisibility } from '../site/site.entity.js';

/** A published site as its readers see it, read by every replica from the database so that a change holds at once everywhere. */
export interface PublishedSite extends SiteLocation {
  organizationId: string;
  siteId: string;
  title: string;
  visibility: SiteVisibility;
  /** True when claims of visitors decide what they see. */
  adaptiveContent: boolean;
  /** With `excluded`, agents get nothing made for them: no llms.txt, no Markdown, no MCP. */
  agentsContext: AgentsContext;
  /** Authentication of its readers. */
  audience: SiteAudience;
  /** Changes whenever anything a reader could see changes. Of the whole site, or of what one visitor sees of it. */
  version: string;
  /** Items in the header, in order: sections, links, and groups of both; empty on a site without sections. */
  navigation: PublishedSiteNode[];
  /** All sections, in the order of the navigation; exactly one is the default, on sites with sections. */
  sections: PublishedSection[];
  /** All spaces: section after section, in order; each section (or a site without) has exactly one default. */
  spaces: PublishedSpace[];
  /** Customization of its pages; {@link customizationOf} has that of one space. */
  customization: SiteCustomization;
}

/** Authentication of a site's readers. Secrets: for `Visitors` only, never part of an answer. */
export interface SiteAudience {
  /** Secrets of the share links that are active. */
  shareKeys: ReadonlySet<string>;
  /** Key that signs the tokens of visitors. */
  visitorKey: string;
  /** Address to which visitors without a valid token are sent. */
  fallbackUrl: string | null;
  /** Schema of the claims of visitors; null when the site declares none. */
  claims: AdaptiveSchema | null;
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
  /** Segments of its pages below the site's root, with a trailing slash; '' where the site's root shows it. */
  urlPath: string;
  condition: string | null;
  isDefault: boolean;
  /** Settings that its pages have instead of the site's. */
  overrides: CustomizationOverrides | null;
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
  | { kind: 'group'; id: string; title: string; icon: string | null; children: PublishedSiteNode[] }
  | {
      kind: 'link';
      id: string;
      title: string;
      description: string | null;
      icon: string | null;
      url: string;
      condition: string | null;
    };

/** A reader as far as a site knows them. */
export interface Visitor {
  /** Claims with which conditions are evaluated; unsigned claims are under `unsigned`. */
  claims: Record<string, unknown>;
  /** The secret of the share link they came by. */
  shareKey?: string;
  /** When the token they came with ends. */
  expiresAt?: Date;
  /** A member who looks at the site as a reader would see it; search engines must not. */
  isPreview?: boolean;
  /** Equal for readers who see the same; part of every key that what they see is kept under. */
  key: string;
}

/** A reader of whom nothing is known. */
export const ANYBODY: Visitor = { claims: {}, key: '' };

/** Segments of a space's pages below the site's root, with a trailing slash; '' where the site's root shows it. */
export function pathOfSpace({ urlPath }: PublishedSpace): string {
  return urlPath;
}

/**
 * Segments of a section's or space's pages, as {@link splitSitePath} reads them: defaults stand at the root of what they
 * are in. Sections come before variants, so a variant of the default section whose path is that of a section keeps its own
 * section's segment.
 */
export function urlPathOf(
  sections: PublishedSection[],
  section: PublishedSection | null,
  variant: { path: string; isDefault: boolean } | null,
): string {
  const own = variant && !variant.isDefault ? [variant.path] : [];
  const isHidden = sections.some(({ path }) => path === own[0]);
  const outer = section && (!section.isDefault || isHidden) ? [section.path] : [];
  return [...outer, ...own].map((segment) => `${encodeURIComponent(segment)}/`).join('');
}

const merged = new WeakMap<SiteCustomization, WeakMap<CustomizationOverrides, SiteCustomization>>();

/** Customization of a space's pages on the site: the site's settings with the overrides of the space. */
export function customizationOf(site: PublishedSite, space: PublishedSpace): SiteCustomization {
  const { customization } = site;
  const { overrides } = space;
  if (!overrides) return customization;
  const known = merged.get(customization) ?? new WeakMap<CustomizationOverrides, SiteCustomization>();
  merged.set(customization, known);
  const own = known.get(overrides) ?? mergeSettings(customization, overrides);
  known.set(overrides, own);
  return own;
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
  const named = site.sections.find((section) => section.path === decodePercent(segments[0] ?? ''));
  const section = named ?? site.sections.find((candidate) => candidate.isDefault) ?? null;
  const below = named ? segments.slice(1) : segments;
  const own = site.spaces.filter((space) => space.section?.id === section?.id);
  const variant = own.find((space) => space.path === decodePercent(below[0] ?? ''));
  const space = variant ?? own.find((candidate) => candidate.isDefault);
  return space ? { space, rest: (variant ? below.slice(1) : below).join('/') } : null;
}
