import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { OpenApiBlocks, type UsedVersions } from '#modules/openapi/index.js';
import { type PublishedSite, SiteAddress, SitePublishing } from '#modules/sites/index.js';
import type { SignedFile } from '#modules/storage/index.js';
import { PageViews } from './page-views.js';
import { renderNotFound, renderNotice, renderPage } from './pages/render-page.js';
import { PublishedContent, type PublishedPlace } from './published-content.js';
import { splitSpacePath } from './site-links.js';

/** Rendered pages kept in memory, in bytes. */
const CACHE_BYTES = 48 * 1024 * 1024;
/** Seconds a browser may keep a file before it asks again; short, so that closing a site closes its files. */
const FILE_SECONDS = 60;

export interface HtmlAnswer {
  kind: 'html';
  status: number;
  body: Buffer;
  gzip: Buffer;
  etag: string;
  /** Versions of the API specifications that the page shows; absent when it shows none. */
  specifications?: UsedVersions;
}

/** What a reader gets for an address of a site. */
export type SiteAnswer =
  | HtmlAnswer
  | { kind: 'redirect'; location: string }
  | { kind: 'file'; file: SignedFile & { secondsLeft: number } };

/**
 * Answers readers. The site is read from the database for every request, and what was read is part of the key that
 * rendered pages are kept under: an edit, a rename or an unpublish holds on every replica at once, and nothing is
 * ever invalidated.
 */
@Injectable()
export class SitePages {
  private readonly rendered = new LRUCache<string, HtmlAnswer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body, gzip }) => body.length + gzip.length + 200,
  });

  constructor(
    private readonly publishing: SitePublishing,
    private readonly address: SiteAddress,
    private readonly content: PublishedContent,
    private readonly views: PageViews,
    private readonly reference: OpenApiBlocks,
  ) {}

  /** @param path below the site's root, still percent-encoded, without a leading slash. */
  async answer(hostname: string, basename: string, path: string): Promise<SiteAnswer> {
    const site = await this.publishing.findPublished(hostname, basename);
    if (!site) return this.noSite();
    const key = `${site.version} ${hostname} ${path}`;
    const known = this.rendered.get(key);
    if (known && (await this.isCurrent(site, known))) return known;
    const answer = await this.build(site, path);
    if (answer.kind === 'html' && answer.status === 200) this.rendered.set(key, answer);
    return answer;
  }

  private async build(site: PublishedSite, path: string): Promise<SiteAnswer> {
    const siteBasePath = this.address.basePath(site.hostname, site.basename);
    if (path.startsWith('~files/')) return this.file(site, siteBasePath, path);
    const found = splitSpacePath(site, path);
    const wanted = decodePath(found?.rest ?? '');
    if (!found || wanted === null) return this.noSite();
    const place = { site, space: found.space, siteBasePath };
    const navigation = await this.content.navigation(place);
    const entry = navigation.at(wanted);
    if (!entry?.href) {
      const location =
        wanted === ''
          ? null
          : ((await this.content.redirect(place, wanted)) ??
            (await this.content.moved(place, navigation, wanted)));
      return location ? { kind: 'redirect', location } : this.noPage(place);
    }
    if (entry.href !== siteBasePath + path) return { kind: 'redirect', location: entry.href };
    const view = await this.views.page(place, navigation, entry);
    return html(200, renderPage(view), view.specifications);
  }

  /** What a page shows of API specifications is not part of the site's version: they have their own. */
  private async isCurrent(
    { organizationId }: PublishedSite,
    { specifications }: HtmlAnswer,
  ): Promise<boolean> {
    return specifications === undefined || this.reference.isCurrent(organizationId, specifications);
  }

  private async file(site: PublishedSite, siteBasePath: string, path: string): Promise<SiteAnswer> {
    const [, spaceId = '', fileId = ''] = (decodePath(path) ?? '').split('/');
    const space = site.spaces.find((entry) => entry.spaceId === spaceId);
    const file = space && (await this.content.findFile({ site, space, siteBasePath }, fileId));
    if (!file) return this.noSite();
    const { blob, contentType, name } = file;
    return {
      kind: 'file',
      file: { organizationId: site.organizationId, blob, contentType, name, secondsLeft: FILE_SECONDS },
    };
  }

  /** The same for every wrong address in a space, so made once. */
  private async noPage(place: PublishedPlace): Promise<SiteAnswer> {
    const key = `${place.site.version} ${place.site.hostname} not found in ${place.space.spaceId}`;
    const known = this.rendered.get(key);
    if (known) return known;
    const answer = html(404, renderNotFound(await this.views.emptyFrame(place)));
    this.rendered.set(key, answer);
    return answer;
  }

  /** The same whether the site never existed, is not published, or lacks the file: nothing to learn from it. */
  private noSite(): SiteAnswer {
    const message = 'There is no published site at this address. It may have been moved or closed.';
    return html(404, renderNotice({ title: 'Nothing here', message, assetsBase: this.address.assetsBase }));
  }
}

function html(status: number, text: string, specifications?: UsedVersions): HtmlAnswer {
  const body = Buffer.from(text);
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
  const answer = { kind: 'html' as const, status, body, gzip: gzipSync(body), etag };
  return specifications?.size ? { ...answer, specifications } : answer;
}

/** The decoded path without slashes at its ends, or null when an escape is broken or no page can have the path. */
function decodePath(path: string): string | null {
  if (path.includes('%00')) return null;
  try {
    return path
      .split('/')
      .map(decodeURIComponent)
      .join('/')
      .replace(/^\/+|\/+$/g, '');
  } catch {
    return null;
  }
}
