import type { Urls } from '#platform/http/urls.js';
import type { CustomHostnameResource } from './custom-hostname.dto.js';
import type { CustomHostname } from './custom-hostname.entity.js';
import { challengeName } from './custom-hostname.state.js';

/** A custom hostname as the API shows it. */
export function presentCustomHostname(
  { hostname, siteId, status, token, verifiedAt }: CustomHostname,
  urls: Urls,
): CustomHostnameResource {
  return {
    object: 'custom-hostname',
    hostname,
    target: { type: 'site', site: siteId },
    isActive: verifiedAt !== null,
    ...(status === null ? {} : { status }),
    challenge: { type: 'TXT', name: challengeName(hostname), value: token },
    urls: { location: urls.api('custom-hostnames', hostname) },
  };
}
