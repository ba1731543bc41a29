import { pathOfSpace, type PublishedSite, urlPathOf } from './published-site.js';

/**
 * An address on a published site.
 * @param root of the site, with a trailing slash.
 * @param shareKey secret of a share link: it stands between the root and the path, and lets whoever has the address in.
 */
export function publishedUrl(root: string, path = '', shareKey?: string): string {
  return root + (shareKey ? `${encodeURIComponent(shareKey)}/` : '') + path;
}

/** Addresses of the parts of a published site; undefined for parts that its readers do not see. */
export class PublishedUrls {
  /**
   * @param site null while the site is not published or shows nothing.
   * @param shareKey left out of addresses unless it is that of an active share link.
   */
  constructor(
    private readonly site: PublishedSite | null,
    private readonly root: string,
    private readonly shareKey?: string,
  ) {}

  ofSiteSpace(siteSpaceId: string): string | undefined {
    const space = this.site?.spaces.find((candidate) => candidate.siteSpaceId === siteSpaceId);
    return space && this.at(pathOfSpace(space));
  }

  ofSection(sectionId: string): string | undefined {
    const section = this.site?.sections.find(({ id }) => id === sectionId);
    return section && this.at(urlPathOf(this.site?.sections ?? [], section, null));
  }

  private at(path: string): string {
    const isShared =
      this.site?.visibility === 'share-link' && this.site.audience.shareKeys.has(this.shareKey ?? '');
    return publishedUrl(this.root, path, isShared ? this.shareKey : undefined);
  }
}
