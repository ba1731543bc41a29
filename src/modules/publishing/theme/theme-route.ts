import { Injectable } from '@nestjs/common';
import {
  CustomFonts,
  customizationOf,
  type PublishedSite,
  type PublishedSpace,
} from '#modules/sites/index.js';
import type { ReaderRequest } from '../requests/reader-request.js';
import { body, type SiteAnswer } from '../requests/site-answer.js';
import type { SiteRoute } from '../requests/site-routes.js';
import { FONTS_PATH, readFontFile } from './font-files.js';
import { themeStyles } from './theme-styles.js';

const PATH = '~theme/';
/** The address contains the hash of the content. The cache is private, because some sites are shown to some readers only. */
const FOR_EVER = { 'Cache-Control': 'private, max-age=31536000, immutable' };

/** A request for the theme of a site, or of a draft that looks like a site. */
type ThemeRequest = Pick<ReaderRequest, 'site' | 'path'>;

/** Path of the style sheet of a space's pages below the site's root. */
export function themePath(site: PublishedSite, space: PublishedSpace): string {
  return `${PATH}${space.siteSpaceId}.${themeStyles(customizationOf(site, space)).hash}.css`;
}

/** Path of the fonts that a space's pages need first, below the site's root. */
export function firstFontPaths(site: PublishedSite, space: PublishedSpace): string[] {
  return themeStyles(customizationOf(site, space)).firstFonts.map((path) => PATH + path);
}

/** Serves the style sheets of sites and their fonts, all from the site's own origin. */
@Injectable()
export class ThemeRoute implements SiteRoute {
  constructor(private readonly fonts: CustomFonts) {}

  matches(path: string): boolean {
    return path.startsWith(PATH);
  }

  async answer(reader: ThemeRequest): Promise<SiteAnswer | null> {
    const path = reader.path.slice(PATH.length);
    return path.startsWith(`${FONTS_PATH}/`)
      ? this.font(reader, path.slice(FONTS_PATH.length + 1))
      : sheet(reader, path);
  }

  private async font({ site }: ThemeRequest, path: string): Promise<SiteAnswer | null> {
    const shipped = readFontFile(path);
    if (shipped) return body(200, shipped, { 'Content-Type': 'font/woff2', ...FOR_EVER }, false);
    const [id = '', file = ''] = path.split('/');
    const face = await this.fonts.findFile(site.organizationId, id, file);
    if (!face) return null;
    const { blob, format } = face;
    const { organizationId } = site;
    const sent = { organizationId, blob, contentType: `font/${format}`, name: file, secondsLeft: 31_536_000 };
    return { kind: 'file', file: sent };
  }
}

/** The current style sheet; it may be cached only under its current address. */
function sheet({ site }: ThemeRequest, path: string): SiteAnswer | null {
  const [, siteSpaceId, hash] = /^([^./]+)\.([0-9a-f]+)\.css$/.exec(path) ?? [];
  const space = site.spaces.find((candidate) => candidate.siteSpaceId === siteSpaceId);
  if (!space) return null;
  const styles = themeStyles(customizationOf(site, space));
  const headers = { 'Content-Type': 'text/css; charset=utf-8' };
  return body(200, styles.css, styles.hash === hash ? { ...headers, ...FOR_EVER } : headers);
}
