import { CustomHostnamesController } from './hostnames/custom-hostnames.controller.js';
import { CustomHostnamesJobs } from './hostnames/custom-hostnames.jobs.js';
import { CustomHostnamesRepository } from './hostnames/custom-hostnames.repository.js';
import { CustomHostnames } from './hostnames/custom-hostnames.service.js';
import { TlsCheckController } from './hostnames/tls-check.controller.js';
import { TxtRecords } from './hostnames/txt-records.js';
import { ProxyClaimsJobs } from './proxies/proxy-claims.jobs.js';
import { ProxyClaimsRepository } from './proxies/proxy-claims.repository.js';
import { ProxyClaims } from './proxies/proxy-claims.service.js';
import { ProxyEvidenceSearch } from './proxies/proxy-evidence.js';
import { ProxyOwnership } from './proxies/proxy-ownership.js';
import { SiteProxyController } from './proxies/site-proxy.controller.js';
import { SiteAddress } from './site-address.js';
import { SiteDomains } from './site-domains.js';
import { SiteLocator } from './site-locator.js';

/** What the module of sites has for the addresses of sites. */
export const ADDRESS_CONTROLLERS = [CustomHostnamesController, TlsCheckController, SiteProxyController];

export const ADDRESS_PROVIDERS = [
  SiteAddress,
  SiteLocator,
  SiteDomains,
  CustomHostnamesRepository,
  CustomHostnames,
  CustomHostnamesJobs,
  TxtRecords,
  ProxyClaimsRepository,
  ProxyOwnership,
  ProxyEvidenceSearch,
  ProxyClaims,
  ProxyClaimsJobs,
];
