import { type PublishedSite, type PublishedSpace, splitSitePath } from '#modules/sites/index.js';
import { decodePercent } from '#platform/http/decode-percent.js';

/** A path below a site's root, taken apart. Everything is percent-encoded as it came. */
export interface SitePath {
  space: PublishedSpace;
  /** Path to the space, with a trailing slash; '' when unknown. */
  prefix: string;
  /** Path of the page in the space. */
  page: string;
  /** True when no continuation of the path would lead into another space. */
  isComplete: boolean;
}

/** Null when the site shows no space there. */
export function readSitePath(site: PublishedSite, path: string): SitePath | null {
  const clean = path.replace(/^\/+|\/+$/g, '');
  const found = readVariantForm(site, clean) ?? splitSitePath(site, clean);
  if (!found) return null;
  const { space, rest } = found;
  const end = clean.length - rest.length;
  const prefix = clean.slice(0, end).replace(/\/*$/, '');
  const variants = site.spaces.filter((other) => other.section?.id === space.section?.id);
  const [first = '', ...others] = prefix === '' ? [] : prefix.split('/');
  const isSection = site.sections.some((section) => section.path === decodePercent(first));
  const isOnVariant = isSection ? others.length > 0 : prefix !== '';
  const canGoOn = (prefix === '' && site.sections.length > 1) || (variants.length > 1 && !isOnVariant);
  return {
    space,
    prefix: prefix === '' ? '' : `${prefix}/`,
    page: rest,
    isComplete: rest !== '' || !canGoOn,
  };
}

/** `v/<variant>` in front of a page, also below a section, as addresses of older sites have it. */
function readVariantForm(site: PublishedSite, path: string): { space: PublishedSpace; rest: string } | null {
  const segments = path.split('/');
  const named = site.sections.find((section) => section.path === decodePercent(segments[0] ?? ''));
  const at = named ? 1 : 0;
  if (segments[at] !== 'v') return null;
  const section = named ?? site.sections.find(({ isDefault }) => isDefault);
  const variant = decodePercent(segments[at + 1] ?? '');
  const space = site.spaces.find(
    (candidate) => candidate.section?.id === section?.id && candidate.path === variant,
  );
  return space ? { space, rest: segments.slice(at + 2).join('/') } : null;
}

/** The previewed content of a space in place of its published one. */
export interface PreviewPath {
  kind: 'changes' | 'revisions';
  id: string;
}

/** A path without the part that asks for a preview, `~/changes/<id>` or `~/revisions/<id>`, wherever it stands. */
export function splitPreview(path: string): { preview: PreviewPath | null; before: string; after: string } {
  const match = /^(|.*?\/)~\/(changes|revisions)\/([^/]+)(?:\/(.*))?$/s.exec(path);
  if (!match) return { preview: null, before: path, after: '' };
  const [, before = '', kind, id = '', after = ''] = match;
  return { preview: { kind: kind as PreviewPath['kind'], id: decodePercent(id) }, before, after };
}
