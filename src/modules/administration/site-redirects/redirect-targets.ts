import { Injectable } from '@nestjs/common';
import {
  decodePath,
  pathOfSpace,
  type RedirectDestinationBody,
  SiteAddress,
  type SiteRedirectEntity,
} from '#modules/sites/index.js';
import { BadRequest } from '#platform/http/errors.js';
import type { SitePageIndex } from '../sites/site-page-index.js';

/** The destination of a redirect in words. */
export interface ShownTarget {
  /** A path on the site, or an address elsewhere; null for what is gone. */
  text: string | null;
  /** Title of the page, the space or the section, where the member may know it. */
  title: string | null;
}

/** Turns what people write about redirects into what the API takes, and back. */
@Injectable()
export class RedirectTargets {
  constructor(private readonly address: SiteAddress) {}

  /** The source of a redirect: a path, of which people write a whole address too, with or without percent-encoding. */
  sourceOf({ site }: SitePageIndex, written: string): string {
    const wildcard = written.endsWith('*') ? '*' : '';
    const path = written.slice(0, written.length - wildcard.length);
    const onSite = site && URL.canParse(path) ? this.address.pathOn(site, new URL(path)) : null;
    const plain = onSite === null ? path : `/${onSite}`;
    const encoded = decodePath(plain) === null ? plain : encodeAgain(plain);
    return (encoded === '' || encoded.startsWith('/') ? encoded : `/${encoded}`) + wildcard;
  }

  /**
   * A destination: a path of the site, which becomes the page, the section or the space that is there, or an address elsewhere.
   * @throws BadRequest when nothing is at the path.
   */
  destinationOf(index: SitePageIndex, written: string): RedirectDestinationBody {
    if (/^https?:\/\//i.test(written) && URL.canParse(written)) {
      const url = new URL(written);
      const path = index.site && this.address.pathOn(index.site, url);
      const known = path === null || url.search !== '' || url.hash !== '' ? null : placeAt(index, path);
      return known ?? { kind: 'external', url: written };
    }
    if (!written.startsWith('/'))
      throw new BadRequest(
        'destination: write a path of the site, such as /start, or an address that begins with https://.',
      );
    const place = placeAt(index, written);
    if (!place) throw new BadRequest(`destination: the site has no page at ${written}.`);
    return place;
  }

  /** The destination of a stored redirect, as `destinationOf` reads it. */
  shown(index: SitePageIndex, { destination }: SiteRedirectEntity): ShownTarget {
    switch (destination.kind) {
      case 'external':
        return { text: destination.url, title: null };
      case 'site-page': {
        const page = index.find(destination.siteSpaceId, destination.pageId);
        return { text: page?.path ?? null, title: page?.isVisible ? page.title : null };
      }
      case 'site-section': {
        const section = index.site?.sections.find(({ id }) => id === destination.siteSectionId);
        return {
          text: section ? `/${encodeURIComponent(section.path)}` : null,
          title: section?.title ?? null,
        };
      }
      case 'site-space': {
        const space = index.site?.spaces.find(({ siteSpaceId }) => siteSpaceId === destination.siteSpaceId);
        const isVisible = space !== undefined && index.visible.has(space.spaceId);
        return { text: space ? `/${pathOfSpace(space)}` : null, title: isVisible ? space.title : null };
      }
    }
  }
}

/** The part of the site at a path below its root. */
function placeAt(index: SitePageIndex, path: string): RedirectDestinationBody | null {
  const { site } = index;
  const bare = path.replace(/^\/+|\/+$/g, '');
  const page = bare === '' ? undefined : index.at(bare);
  if (page) return { kind: 'site-page', siteSpaceId: page.siteSpaceId, pageId: page.pageId };
  const section = site?.sections.find((one) => one.path === decodePath(bare));
  if (section) return { kind: 'site-section', siteSectionId: section.id };
  const space = index.spaceAt(bare);
  return space ? { kind: 'site-space', siteSpaceId: space.siteSpaceId } : null;
}

/** The path with each segment percent-encoded once, however it was written. */
function encodeAgain(path: string): string {
  return path
    .split('/')
    .map((segment) =>
      encodeURIComponent(decodeURIComponent(segment)).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
}
