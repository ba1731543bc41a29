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

/** Who reads a site, and where it begins for them. */
export type RedirectedReader = Omit<PublishedPlace, 'space'>;

/** What a redirect of a site says about an address. */
export interface RedirectDecision {
  redirect: SiteRedirectEntity;
  /** A path for places on the site, else an absolute address. */
  location: string;
  /** Whether browsers may remember it: only what is the same for everybody. */
  isPermanent: boolean;
}

/** Decides where the redirects of a site send its readers. Asked only where no page is: pages come first. */
@Injectable()
export class RedirectDecisions {
  constructor(
    private readonly content: PublishedContent,
    private readonly redirects: SiteRedirects,
    private readonly address: SiteAddress,
  ) {}

  /**
   * The last place that readers get to, so that they are sent once; null when there is no redirect, or none whose
   * destination they may see.
   * @param path below the site's root, percent-encoded.
   */
  async decide(reader: RedirectedReader, path: string): Promise<RedirectDecision | null> {
    const { site, visitor } = reader;
    const found = await this.follow(reader, path, new Set());
    if (!found) return null;
    const isForAll = visitor.key === '' && (site.visibility === 'public' || site.visibility === 'unlisted');
    return { ...found, isPermanent: found.redirect.permanent && isForAll };
  }

  /** The absolute address of a decision, at the site's preferred address. */
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

  /** The page that `rest` leads to from there, if there is one, else the page itself. */
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

  /** Addresses of the site itself are followed here: a reader is sent once, and never round in circles. */
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
