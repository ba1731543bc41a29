import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { InFlight } from '#platform/compute/in-flight.js';
import { OpenApiBlocks } from '#modules/openapi/index.js';
import { decodePath, splitSitePath } from '#modules/sites/index.js';
import { ShownFiles } from './audience/shown-files.js';
import { PageViews } from './page-views.js';
import { renderNotFound, renderPage } from './pages/render-page.js';
import { PublishedContent, type PublishedPlace } from './published-content.js';
import { RedirectDecisions } from './redirects/redirect-decisions.js';
import type { ReaderRequest } from './requests/reader-request.js';
import type { NavigationPage, SpaceNavigation } from './space-navigation.js';
import { type BodyAnswer, html, keeping, sizeOf, type SiteAnswer } from './requests/site-answer.js';

/** Size of the cache of rendered pages, in bytes. */
const CACHE_BYTES = 48 * 1024 * 1024;
/** Seconds for which a browser may cache a file; few, so that closing a site closes its files. */
const FILE_SECONDS = 60;

/** The place and the page that a path below a site's root denotes. */
export interface LocatedEntry {
  place: PublishedPlace;
  navigation: SpaceNavigation;
  /** Path below the space's root, decoded. */
  wanted: string;
  /** The page; undefined if it is missing. */
  entry: NavigationPage | undefined;
}

/**
 * Answers readers with pages. The site is read from the database for every request, and the key of rendered pages
 * contains its version and the visitor's view of it. An edit, a rename or an unpublish therefore applies on every
 * replica at once, nothing is invalidated, and no reader gets a page made for another one.
 */
@Injectable()
export class SitePages {
  private readonly rendered = new LRUCache<string, BodyAnswer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: sizeOf,
  });

  private readonly making = new InFlight<SiteAnswer | null>();

  constructor(
    private readonly content: PublishedContent,
    private readonly views: PageViews,
    private readonly reference: OpenApiBlocks,
    private readonly redirects: RedirectDecisions,
    private readonly shownFiles: ShownFiles,
  ) {}

  /** The answer; null if it must not differ from that of a missing site. */
  async answer(reader: ReaderRequest): Promise<SiteAnswer | null> {
    const key = `${reader.site.version} ${reader.siteUrl} ${reader.hasOwnOrigin} ${reader.path}`;
    const known = this.rendered.get(key);
    if (known && (await this.isCurrent(reader, known))) return known;
    return this.making.get(key, async () => {
      const answer = await this.build(reader);
      if (answer?.kind === 'body' && answer.status === 200) this.rendered.set(key, answer, keeping(answer));
      return answer;
    });
  }

  /** The page at a path below the site's root, and its space; null for a path without a space. */
  async locate(reader: ReaderRequest): Promise<LocatedEntry | null> {
    const { site, path, siteBasePath, siteUrl, hasOwnOrigin, visitor } = reader;
    const found = splitSitePath(site, path);
    const wanted = decodePath(withoutSlashes(found?.rest ?? ''));
    if (!found || wanted === null) return null;
    const place = { site, space: found.space, siteBasePath, siteUrl, hasOwnOrigin, visitor };
    const navigation = await this.content.navigation(place);
    return { place, navigation, wanted, entry: navigation.at(wanted) };
  }

  private async build(reader: ReaderRequest): Promise<SiteAnswer | null> {
    if (reader.path.startsWith('~files/')) return this.file(reader);
    const located = await this.locate(reader);
    if (!located) return null;
    const { place, navigation, entry } = located;
    if (!entry?.href) return (await this.elsewhere(reader, located)) ?? this.noPage(place);
    if (entry.href !== reader.siteBasePath + reader.path) return { kind: 'redirect', location: entry.href };
    const view = await this.views.page(place, navigation, entry);
    return html(200, renderPage(view), view);
  }

  /** The redirect from an address without a page: by redirects of the site, of its import, and of moved pages. */
  private async elsewhere(
    reader: ReaderRequest,
    { place, navigation, wanted }: LocatedEntry,
  ): Promise<SiteAnswer | null> {
    const { path, siteBasePath } = reader;
    const decision =
      (await this.redirects.decide(reader, path)) ??
      (splitSitePath(reader.site, path)?.rest === path ? null : await this.redirects.decide(reader, wanted));
    if (decision) {
      const { location, isPermanent } = decision;
      // The query of the reader is not sent to other sites.
      return {
        kind: 'redirect',
        location,
        status: isPermanent ? 308 : 307,
        isComplete: !location.startsWith('/'),
      };
    }
    if (wanted === '') return null;
    const location =
      (await this.content.redirect(place, wanted)) ?? (await this.content.moved(place, navigation, wanted));
    return location && location !== siteBasePath + path ? { kind: 'redirect', location } : null;
  }

  /** The site's version does not cover the API specifications that a page shows: they have separate versions. */
  private async isCurrent({ site }: ReaderRequest, { specifications }: BodyAnswer): Promise<boolean> {
    return specifications === undefined || this.reference.isCurrent(site.organizationId, specifications);
  }

  private async file(reader: ReaderRequest): Promise<SiteAnswer | null> {
    const { site, path, siteBasePath, siteUrl, visitor } = reader;
    const [, spaceId = '', fileId = ''] = (decodePath(path) ?? '').split('/');
    const space = site.spaces.find((entry) => entry.spaceId === spaceId);
    const file =
      space && (await this.content.findFile({ site, space, siteBasePath, siteUrl, visitor }, fileId));
    if (!file || !(await this.shownFiles.isShown(reader, spaceId, fileId))) return null;
    const { blob, contentType, name } = file;
    return {
      kind: 'file',
      file: { organizationId: site.organizationId, blob, contentType, name, secondsLeft: FILE_SECONDS },
    };
  }

  /** The not-found page, which is made once, because it is the same for every wrong address in a space. */
  private async noPage(place: PublishedPlace): Promise<SiteAnswer> {
    const key = `${place.site.version} ${place.siteUrl} not found in ${place.space.spaceId}`;
    const known = this.rendered.get(key);
    if (known) return known;
    const answer = html(404, renderNotFound(await this.views.emptyFrame(place)));
    this.rendered.set(key, answer);
    return answer;
  }
}

function withoutSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}
