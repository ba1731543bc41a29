import { Injectable } from '@nestjs/common';
import type { PolicySources } from './content-security-policy.js';

/** A script of an integration for the pages of a site. */
export interface SiteScript {
  /** Identifies the script on the site: pages load `~scripts/<id>.js` below the site's root. */
  id: string;
  /** Address for external renderers. */
  url: string;
  /** The content security policy as it was declared, for external renderers. */
  policy?: string;
  /** Hosts from which pages with the script may load. */
  sources: PolicySources;
  /** True if the script may set cookies, which visitors should be told. */
  cookies: boolean;
}

type Provider = (organizationId: string, siteId: string) => Promise<SiteScript[]>;

/** Path of scripts below the root of a site. */
export const SCRIPTS_PATH = '~scripts/';

/**
 * Registry of the function that lists the scripts for the pages of a site, which a later module registers; without it
 * there are no scripts.
 */
@Injectable()
export class SiteScripts {
  private provider: Provider = () => Promise.resolve([]);

  register(provider: Provider): void {
    this.provider = provider;
  }

  /** Scripts of a site, in the order of their loading. The caller has to check permissions. */
  of(organizationId: string, siteId: string): Promise<SiteScript[]> {
    return this.provider(organizationId, siteId);
  }
}
