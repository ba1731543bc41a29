import { pathOfSpace, type PublishedSpace } from '#modules/sites/index.js';

/** Path of a space on its site, with a trailing slash: the default space is at the site's root. */
export function spacePath(siteBasePath: string, space: PublishedSpace): string {
  return siteBasePath + pathOfSpace(space);
}

/** Path of a file that a space's pages show; it follows the audience of the site. */
export function filePath(siteBasePath: string, spaceId: string, file: { id: string; name: string }): string {
  return `${siteBasePath}~files/${encodeURIComponent(spaceId)}/${encodeURIComponent(file.id)}/${encodeURIComponent(file.name)}`;
}
