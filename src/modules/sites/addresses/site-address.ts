import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config/env.js';
import { Urls } from '#platform/http/urls.js';

/** What decides where readers find a site. */
export interface SiteLocation {
  /** Hostname of the organization. */
  hostname: string;
  basename: string;
  /** The site's own domain; null while it is not proven. */
  customHostname: string | null;
  /** Domain and path of another server that hands requests on to the site. */
  proxy: string | null;
}

/** A request for a site, taken apart. */
export interface SiteTarget {
  hostname: string;
  basename: string;
  path: string | null;
}

/** Where sites are: one place for the address of a site and for telling which site an address means. */
@Injectable()
export class SiteAddress {
  constructor(
    private readonly config: Config,
    private readonly urls: Urls,
  ) {}

  /** The preferred address of a site's root, with a trailing slash. */
  of({ hostname, basename, customHostname, proxy }: SiteLocation): string {
    if (customHostname !== null) return `${this.protocol}//${customHostname}${this.port}/`;
    if (proxy !== null) return `${this.protocol}//${proxy}/`;
    if (!this.config.sitesDomain) return `${this.urls.at('sites', hostname, basename)}/`;
    return `${this.protocol}//${hostname}.${this.config.sitesDomain}/${encodeURIComponent(basename)}/`;
  }

  private get protocol(): string {
    return new URL(this.config.publicUrl).protocol;
  }

  /** With a colon; domains that lead here arrive where PUBLIC_URL does. */
  private get port(): string {
    const { port } = new URL(this.config.publicUrl);
    return port && `:${port}`;
  }

  /** Prefix of addresses that belong to no site, such as style sheets; without a trailing slash. */
  get assetsBase(): string {
    return this.config.sitesDomain ? '' : new URL(this.config.publicUrl).pathname.replace(/\/$/, '');
  }

  /**
   * The site that a request asks for, or null when the address is not one of a site.
   * @param host the Host header.
   * `path` of the answer is what is left below the site's root; null when not even the slash after the basename is there.
   * @param path the path without query, with or without the prefix that PUBLIC_URL carries (proxies strip it or not).
   */
  parse(host: string | undefined, path: string): SiteTarget | null {
    const { sitesDomain } = this.config;
    const requested = host?.toLowerCase() ?? '';
    if (sitesDomain && requested.endsWith(`.${sitesDomain}`)) {
      return split(`/${requested.slice(0, -sitesDomain.length - 1)}${path}`);
    }
    const prefix = new URL(this.config.publicUrl).pathname.replace(/\/$/, '');
    const rest = prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
    return rest.startsWith('/sites/') ? split(rest.slice('/sites'.length)) : null;
  }
}

function split(path: string): SiteTarget | null {
  const [, hostname, basename, ...rest] = path.split('/');
  if (!hostname || !basename) return null;
  try {
    return {
      hostname,
      basename: decodeURIComponent(basename),
      path: rest.length === 0 ? null : rest.join('/'),
    };
  } catch {
    return null;
  }
}
