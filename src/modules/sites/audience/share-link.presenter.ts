import type { SiteAddress } from '../addresses/site-address.js';
import { publishedUrl } from '../published/published-url.js';
import type { ShareLinkResource } from './share-link.dto.js';
import type { ShareLinkView } from './share-links.service.js';

/** A share link as the API shows it. */
export function presentShareLink({ link, row }: ShareLinkView, address: SiteAddress): ShareLinkResource {
  const isOpen = row.site.published && row.site.visibility === 'share-link';
  return {
    object: 'share-link',
    id: link.id,
    createdAt: link.createdAt.toISOString(),
    name: link.name,
    active: link.active,
    urls: isOpen ? { published: publishedUrl(address.of(row.location), '', link.key) } : {},
  };
}
