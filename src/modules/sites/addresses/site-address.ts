import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config/env.js';
import { Urls } from '#platform/http/urls.js';
import { couldBeCustomHostname, isOwnName, nameOf } from './host-names.js';

/** Settings that decide on the address of a site. */
export interface SiteLocation {
  /** Hostname of the organization. */
  hostname: string;
  basename: string;
  /** The site's own domain; null while it is not proven. */
  customHostname: string | null;
  /** Domain and path of another server that hands requests on to the site; null while it is not proven. */
  proxy: string | null;
}

/** A site that an address may mean; `path` is what is left below its root, null when not even the slash before it is there. */
export type SiteTarget =
  | { arrival: 'custom-hostname'; customHostname: string; path: string }
  | { arrival: 'domain' | 'path'; hostname: string; basename: string; path: string | null }
  /** The root of an organization's addresses, which leads to its default site. */
  | { arrival: 'organization'; hostname: string };

/** The way that a request for a site came by. */
export type AddressForm = SiteTarget['arrival'];

/** Base address of a site for a way of arrival; links start with it. */
export interface SitePlace {
  /** With slashes around. */
  siteBasePath: string;
  /** Absolute address of `siteBasePath`. */
  siteUrl: string;
  /**
   * True when the browser has the site at an origin on which members do not sign in, so that scripts of others may run
   * there. It follows from how the request arrived, not from `siteUrl`, which is only a setting.
   */
  hasOwnOrigin: boolean;
}

/**
 * First segments of the paths that the API answers whatever name the server is asked by: not every proxy hands the name on. What only
 * operators and developers ask for is answered at the name of PUBLIC_URL, and at the server's own.
 */
const API_SEGMENTS = new Set(['v1', 'healthz', 'readyz']);

/** Addresses of sites: computes the address of a site, and finds the site of an address. */
@Injectable()
export class SiteAddress {
  /** Path that PUBLIC_URL carries, without a trailing slash. */
  readonly prefix: string;
  private readonly base: URL;
  /** SITES_DOMAIN without its port. */
  private readonly sitesName: string | undefined;

  constructor(
    private readonly config: Config,
    private readonly urls: Urls,
  ) {
    this.base = new URL(config.publicUrl);
    this.prefix = this.base.pathname.replace(/\/$/, '');
    this.sitesName = config.sitesDomain?.replace(/:\d+$/, '');
  }

  /** True when sites are below names of their organizations. */
  get hasDomain(): boolean {
    return this.sitesName !== undefined;
  }

  /** Origin of the pages of members. */
  get appOrigin(): string {
    return this.base.origin;
  }

  /** The preferred address of a site's root, with a trailing slash. */
  of(location: SiteLocation): string {
    const { customHostname, proxy } = location;
    // Domains that lead here arrive where PUBLIC_URL does, hence its port.
    const port = this.base.port && `:${this.base.port}`;
    if (customHostname !== null) return `${this.base.protocol}//${customHostname}${port}/`;
    return proxy === null ? this.targetOf(location) : this.proxied(proxy);
  }

  /** The address that every site has, with a trailing slash; a server in front of a site hands requests on to it. */
  targetOf({ hostname, basename }: SiteLocation): string {
    if (!this.config.sitesDomain) return `${this.urls.at('sites', hostname, basename)}/`;
    return `${this.base.protocol}//${hostname}.${this.config.sitesDomain}/${encodeURIComponent(basename)}/`;
  }

  /** The base address for readers who arrive this way. A proxy's headers are not trusted; the setting of the site is. */
  placeOf(location: SiteLocation, arrival: AddressForm): SitePlace {
    const isProxied = location.proxy !== null && arrival !== 'custom-hostname';
    const siteUrl = isProxied ? this.proxied(location.proxy as string) : this.of(location);
    return { siteUrl, siteBasePath: new URL(siteUrl).pathname, hasOwnOrigin: arrival !== 'path' };
  }

  /** True when the request's host belongs to this server: its own name, one below SITES_DOMAIN, or an IP address. */
  isOwnHost(host: string | undefined): boolean {
    const name = nameOf(host);
    return name !== null && (name === this.base.hostname || isOwnName(name) || this.isBelowSitesDomain(name));
  }

  /** The path below the root of this site that an absolute address leads to, as it is written; null when it leads elsewhere. */
  pathOn(location: SiteLocation, { host, pathname }: URL): string | null {
    const { hostname, basename, proxy } = location;
    const proxied = proxy === null ? [] : [this.proxied(proxy)];
    const below = `${this.urls.at('sites', hostname, basename)}/`;
    for (const root of [this.of(location), ...proxied, this.targetOf(location), below]) {
      const base = new URL(root);
      if (base.host === host && `${pathname}/`.startsWith(base.pathname))
        return pathname.slice(base.pathname.length);
    }
    return null;
  }

  /** True when readers who arrive this way use an address that has been replaced. */
  isFormer(location: SiteLocation, arrival: AddressForm): boolean {
    if (arrival === 'custom-hostname') return false;
    if (arrival === 'organization') return true;
    // Requests of a proxy and of a reader look the same.
    if (location.proxy !== null) return false;
    return location.customHostname !== null || (arrival === 'path' && this.sitesName !== undefined);
  }

  /**
   * Prefix of addresses that belong to no site, such as style sheets, without a trailing slash.
   * @param siteUrl where the reader has the site; absent for pages around no site.
   */
  assetsBase(location?: SiteLocation, siteUrl = ''): string {
    const proxied = location?.proxy ? this.proxied(location.proxy) : null;
    if (proxied && siteUrl.startsWith(proxied)) return new URL(proxied).pathname.slice(0, -1);
    return siteUrl === '' || siteUrl.startsWith(`${this.config.publicUrl}/`) ? this.prefix : '';
  }

  /**
   * Possible meanings of an address, in the order of looking them up, and whether the API answers when no site matches.
   * @param host the Host header.
   * @param path the path without query, with or without the prefix that PUBLIC_URL carries (proxies strip it or not).
   */
  resolve(host: string | undefined, path: string): { targets: SiteTarget[]; isApi: boolean } {
    const name = nameOf(host);
    if (name !== null && this.isBelowSitesDomain(name)) {
      const organization = this.organizationOf(name);
      const targets = organization === null ? [] : inOrganization(organization, path.split('/'), 'domain');
      return { targets, isApi: false };
    }
    const own = this.withoutPrefix(path);
    const [, first = '', hostname, ...rest] = own.split('/');
    const targets: SiteTarget[] =
      first === 'sites' && hostname ? inOrganization(hostname, ['', ...rest], 'path') : [];
    const isNoSite = targets.length === 0;
    if (name !== null && (name === this.base.hostname || isOwnName(name)))
      return { targets, isApi: isNoSite };
    if (name !== null && couldBeCustomHostname(name))
      targets.unshift({ arrival: 'custom-hostname', customHostname: name, path: path.slice(1) });
    return { targets, isApi: isNoSite && (API_SEGMENTS.has(first) || first.startsWith('~')) };
  }

  /** Hostname of the organization whose sites are below this name under SITES_DOMAIN; null for other names. */
  organizationOf(name: string): string | null {
    if (!this.isBelowSitesDomain(name)) return null;
    const label = name.slice(0, name.length - (this.sitesName as string).length - 1);
    return label.includes('.') ? null : label;
  }

  private isBelowSitesDomain(name: string): boolean {
    return this.sitesName !== undefined && name !== this.base.hostname && name.endsWith(`.${this.sitesName}`);
  }

  /** The path without the prefix that PUBLIC_URL carries, if it is there. */
  withoutPrefix(path: string): string {
    return this.prefix !== '' && path.startsWith(`${this.prefix}/`) ? path.slice(this.prefix.length) : path;
  }

  private proxied(proxy: string): string {
    return `${this.base.protocol}//${proxy}/`;
  }
}

/** @param segments of the path below the organization, after an empty one. */
function inOrganization(
  hostname: string,
  [, basename = '', ...rest]: string[],
  arrival: 'domain' | 'path',
): SiteTarget[] {
  if (basename === '') return rest.length === 0 ? [{ arrival: 'organization', hostname }] : [];
  try {
    const path = rest.length === 0 ? null : rest.join('/');
    const decoded = decodeURIComponent(basename);
    // No site is called so, and the database cannot even be asked for it.
    return decoded.includes('\0') ? [] : [{ arrival, hostname, basename: decoded, path }];
  } catch {
    return [];
  }
}
