import type { PublishedSite, PublishedSpace } from '#modules/sites/index.js';

/** Path of a space on its site, with a trailing slash: the default space is at the site's root. */
export function spacePath(siteBasePath: string, space: PublishedSpace): string {
  return space.isDefault ? siteBasePath : `${siteBasePath}${encodeURIComponent(space.path)}/`;
}

/** Path of a file that a space's pages show; it follows the audience of the site. */
export function filePath(siteBasePath: string, spaceId: string, file: { id: string; name: string }): string {
  return `${siteBasePath}~files/${encodeURIComponent(spaceId)}/${encodeURIComponent(file.id)}/${encodeURIComponent(file.name)}`;
}

/** The space that a path below the site's root leads into, and what is left of the path. */
export function splitSpacePath(
  site: PublishedSite,
  path: string,
): { space: PublishedSpace; rest: string } | null {
  const [first = '', ...others] = path.split('/');
  const named = site.spaces.find((space) => space.path === decode(first));
  if (named) return { space: named, rest: others.join('/') };
  const main = site.spaces.find((space) => space.isDefault);
  return main ? { space: main, rest: path } : null;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
