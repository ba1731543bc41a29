import { Injectable } from '@nestjs/common';
import {
  decodePath,
  defaultSpaceOf,
  type PublishedSpace,
  restOf,
  SiteAddress,
  type SiteRedirectEntity,
  SiteRedirects,
  splitSitePath,
} from '#modules/sites/index.js';
import { PublishedContent, type PublishedPlace } from '../published-content.js';
import type { NavigationPage, SpaceNavigation } from '../space-navigation.js';

/** The site that a reader reads, with its address. */
export type RedirectedReader = Omit<PublishedPlace, 'space'>;

/** The redirect that applies to an address, and its target. */
export interface RedirectDecision {
  redirect: SiteRedirectEntity;
  /** A path for targets on the site, else an absolute address. */
  location: string;
  /** True if browsers may cache the redirect: only if it is the same for all readers. */
  isPermanent: boolean;
}

/** Decides where the redirects of a site lead its readers. They apply only to addresses without a page. */
@Injectable()
export class RedirectDecisions {
  constructor(
    private readonly content: PublishedContent,
    private readonly redirects: SiteRedirects,
    private readonly address: SiteAddress,
  ) {}

  /**
   * The last target of a chain of redirects, so that readers are redirected once; null if no redirect applies, or the
   * reader may not see the target of any.
   * @param path below the site's root, percent-encoded.
   */
  async decide(reader: RedirectedReader, path: string): Promise<RedirectDecision | null> {
    const { site, visitor } = reader;
    const found = await this.follow(reader, path, new Set());
    if (!found) return null;
    const isForAll = visitor.key === '' && (site.visibility === 'public' || site.visibility === 'unlisted');
    return { ...found, isPermanent: found.redirect.permanent && isForAll };
  }

  /** The absolute target of a decision, at the site's preferred address. */
  absolute({ site, siteBasePath }: RedirectedReader, { location }: RedirectDecision): string {
    return location.startsWith('/') ? this.address.of(site) + location.slice(siteBasePath.length) : location;
  }

  private async follow(
    reader: RedirectedReader,
    path: string,
    seen: ReadonlySet<string>,
  ): Promise<Omit<RedirectDecision, 'isPermanent'> | null> {
    const wanted = decodePath(path.replace(/^\/+|\/+$/g, ''));
    if (!wanted) return null;
    const { organizationId, siteId } = reader.site;
    for (const redirect of await this.redirects.matching(organizationId, siteId, wanted)) {
      if (seen.has(redirect.id)) continue;
      const rest = redirect.captureWildcard ? restOf(redirect.sourceKey, wanted).replace(/^\/+/, '') : '';
      const location = await this.locationOf(reader, redirect, rest, new Set([...seen, redirect.id]));
      if (location !== null) return { redirect, location };
    }
    return null;
  }

  private async locationOf(
    reader: RedirectedReader,
    { destination }: SiteRedirectEntity,
    rest: string,
    seen: ReadonlySet<string>,
  ): Promise<string | null> {
    const { site } = reader;
    if (destination.kind === 'external') return this.outside(reader, destination.url, rest, seen);
    if (destination.kind === 'site-section') {
      const section = site.sections.find(({ id }) => id === destination.siteSectionId);
      const space = section && defaultSpaceOf(site, section);
      return space ? this.inSpace(reader, space, (pages) => pages.home, rest) : null;
    }
    const space = site.spaces.find(({ siteSpaceId }) => siteSpaceId === destination.siteSpaceId);
    const start = (pages: SpaceNavigation) =>
      destination.kind === 'site-page' ? pages.find(destination.pageId) : pages.home;
    return space ? this.inSpace(reader, space, start, rest, destination.kind === 'site-page') : null;
  }

  /** The page at `rest` below the start, if there is one, else the start page. */
  private async inSpace(
    reader: RedirectedReader,
    space: PublishedSpace,
    start: (pages: SpaceNavigation) => NavigationPage | undefined,
    rest: string,
    isBelowPage = false,
  ): Promise<string | null> {
    const pages = await this.content.navigation({ ...reader, space });
    const entry = start(pages);
    const kept = rest === '' ? undefined : pages.at(isBelowPage ? `${entry?.page.path}/${rest}` : rest);
    return kept?.href ?? entry?.href ?? null;
  }

  /** Addresses on the site itself are followed here, so that a reader is redirected once and never in a loop. */
  private async outside(
    reader: RedirectedReader,
    address: string,
    rest: string,
    seen: ReadonlySet<string>,
  ): Promise<string | null> {
    const url = new URL(address);
    if (rest !== '')
      url.pathname = `${url.pathname.replace(/\/$/, '')}/${rest.split('/').map(encodeURIComponent).join('/')}`;
    const path = this.address.pathOn(reader.site, url);
    if (path === null) return url.href;
    const tail = url.search + url.hash;
    const page = await this.pageAt(reader, path);
    if (page) return page + tail;
    const { organizationId, siteId } = reader.site;
    const decoded = decodePath(path.replace(/\/+$/, '')) ?? '';
    const isRedirected = (await this.redirects.matching(organizationId, siteId, decoded)).length > 0;
    if (!isRedirected) return reader.siteBasePath + path + tail;
    return (await this.follow(reader, path, seen))?.location ?? null;
  }

  private async pageAt(reader: RedirectedReader, path: string): Promise<string | null> {
    const found = splitSitePath(reader.site, path);
    const rest = found && decodePath(found.rest.replace(/^\/+|\/+$/g, ''));
    if (!found || rest === null) return null;
    return (await this.content.navigation({ ...reader, space: found.space })).at(rest)?.href ?? null;
  }
}
