import type { SiteRedirectResource } from './site-redirect.dto.js';
import type { SiteRedirect } from './site-redirect.entity.js';

/** A redirect as the API shows it. */
export function presentSiteRedirect(redirect: SiteRedirect): SiteRedirectResource {
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
