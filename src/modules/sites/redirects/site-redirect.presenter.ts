import type { SiteRedirectResource } from './site-redirect.dto.js';
import type { SiteRedirectEntity } from './site-redirect.entity.js';

/** A redirect as the API shows it. */
export function presentSiteRedirect(redirect: SiteRedirectEntity): SiteRedirectResource {
  const { id, source, destination, draft, captureWildcard, permanent, createdAt, updatedAt } = redirect;
  return {
    object: 'site-redirect',
    id,
    source,
    destination,
    draft,
    captureWildcard,
    permanent,
    createdAt: createdAt.toISOString(),
    ...(updatedAt === null ? {} : { updatedAt: updatedAt.toISOString() }),
  };
}
