import type { Urls } from '#platform/http/urls.js';
import type { AddressClaimEntity, AddressStatus } from '../claims/address-claim.entity.js';
import { presentRecord } from '../claims/proof-record.js';
import type { CustomHostnameResource, CustomHostnameStatus } from './custom-hostname.dto.js';

/** The contract has no word for a domain that another site has proven: there the record is that site's. */
const STATUSES: Record<AddressStatus, CustomHostnameStatus> = {
  proven: 'dns_passed',
  missing: 'dns_no_cname',
  wrong: 'dns_wrong_cname',
  taken: 'dns_wrong_cname',
  unanswered: 'internal_error',
};

/** A custom hostname as the API shows it. */
export function presentCustomHostname(claim: AddressClaimEntity, urls: Urls): CustomHostnameResource {
  const { address: hostname, siteId, status, found, verifiedAt } = claim;
  return {
    object: 'custom-hostname',
    hostname,
    target: { type: 'site', site: siteId },
    isActive: verifiedAt !== null,
    ...(status === null ? {} : { status: STATUSES[status] }),
    ...(found === null ? {} : { found }),
    challenge: presentRecord(claim),
    urls: { location: urls.api('custom-hostnames', hostname) },
  };
}
