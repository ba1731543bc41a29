import { AddressClaimsJobs } from './claims/address-claims.jobs.js';
import { AddressClaimsRepository } from './claims/address-claims.repository.js';
import { AddressClaims } from './claims/address-claims.service.js';
import { AddressEvidence } from './claims/address-evidence.js';
import { AddressOwnership } from './claims/address-ownership.js';
import { TxtRecords } from './claims/txt-records.js';
import { CustomHostnamesController } from './hostnames/custom-hostnames.controller.js';
import { CustomHostnames } from './hostnames/custom-hostnames.service.js';
import { TlsCheckController } from './hostnames/tls-check.controller.js';
import { SiteProxies } from './proxies/site-proxies.service.js';
import { SiteProxyController } from './proxies/site-proxy.controller.js';
import { SiteAddress } from './site-address.js';
import { SiteDomains } from './site-domains.js';
import { SiteLocator } from './site-locator.js';

/** Parts of the module of sites that concern addresses. */
export const ADDRESS_CONTROLLERS = [CustomHostnamesController, TlsCheckController, SiteProxyController];

export const ADDRESS_PROVIDERS = [
  SiteAddress,
  SiteLocator,
  SiteDomains,
  TxtRecords,
  AddressClaimsRepository,
  AddressOwnership,
  AddressEvidence,
  AddressClaims,
  AddressClaimsJobs,
  CustomHostnames,
  SiteProxies,
];
