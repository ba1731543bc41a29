import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CustomizationImages } from '#modules/sites/index.js';
import { Storage } from '#modules/storage/index.js';
import { PublishedContent } from '../../published-content.js';
import type { ReaderRequest } from '../../requests/reader-request.js';
import { body, type SiteAnswer } from '../../requests/site-answer.js';
import type { SiteRoute } from '../../requests/site-routes.js';
import { fingerprint } from '../site-for-machines.js';
import { drawPreview } from './draw-preview.js';
import type { PreviewView } from './preview.types.js';
import { PREVIEWS, previewView } from './preview-view.js';

/** Images kept in memory, in bytes. */
const CACHE_BYTES = 24 * 1024 * 1024;
const MAX_LOGO_BYTES = 2 * 1024 * 1024;
/** An address of an uploaded logo, see `SiteImages`. */
const UPLOADED = /\/~images\/([^/]+)\/([0-9a-f]{64})\//;

/**
 * Images that other services show beside a link to a page. They are drawn here, so that no other server learns of a
 * page.
 */
@Injectable()
export class PreviewImages implements SiteRoute {
  /** Images by their content, so that equal images of different sites are stored once. */
  private readonly drawn = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  private readonly drawing = new Map<string, Promise<Buffer>>();
  /** Images are drawn one at a time, so that many requests do not delay readers of pages. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly content: PublishedContent,
    private readonly images: CustomizationImages,
    private readonly storage: Storage,
  ) {}

  matches(path: string): boolean {
    return path.startsWith(PREVIEWS);
  }

  async answer(reader: ReaderRequest): Promise<SiteAnswer | null> {
    const { site, siteBasePath, siteUrl, visitor } = reader;
    const [, siteSpaceId = '', pageId = ''] = /^~og\/([^/]+)\/([^/]+)\.png$/.exec(reader.path) ?? [];
    const space = site.spaces.find((entry) => entry.siteSpaceId === siteSpaceId);
    if (!space) return null;
    const place = { site, space, siteBasePath, siteUrl, visitor };
    const entry = (await this.content.navigation(place)).find(pageId);
    if (!entry?.href) return null;
    const image = await this.image(site.organizationId, previewView(place, entry));
    return body(200, image, { 'Content-Type': 'image/png' }, false);
  }

  private async image(organizationId: string, view: PreviewView): Promise<Buffer> {
    // The key has the organization, because no organization may show the logo of another one.
    const key = fingerprint(view, view.logo === undefined ? '' : organizationId);
    const known = this.drawn.get(key) ?? this.drawing.get(key);
    if (known) return known;
    const made = this.last.then(async () => drawPreview(view, await this.logo(organizationId, view.logo)));
    this.last = made.catch(() => undefined);
    this.drawing.set(key, made);
    try {
      const image = await made;
      this.drawn.set(key, image);
      return image;
    } finally {
      this.drawing.delete(key);
    }
  }

  /** The bytes of an uploaded logo; logos on other servers are not fetched. */
  private async logo(organizationId: string, url: string | undefined): Promise<Buffer | null> {
    const [, owner, blob] = UPLOADED.exec(url ?? '') ?? [];
    if (owner !== organizationId || blob === undefined) return null;
    const image = await this.images.find(organizationId, blob);
    const size = image && (await this.storage.stat(organizationId, blob));
    return size !== null && size <= MAX_LOGO_BYTES ? this.storage.read(organizationId, blob) : null;
  }
}
