import { sitePath } from '../sites/site-frame.js';

/** Addresses of the pages about the redirects of a site. @param base path of PUBLIC_URL. */
export function redirectUrls(base: string, site: { organizationId: string; id: string }) {
  const root = sitePath(base, site, 'redirects');
  return {
    root,
    table: `${root}/csv`,
    download: `${root}/csv/download`,
    one: (id: string) => `${root}/${encodeURIComponent(id)}`,
  };
}
