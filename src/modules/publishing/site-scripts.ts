import { Injectable } from '@nestjs/common';
import type { PolicySources } from './content-security-policy.js';

/** A script that something else than the site brings to its pages. */
export interface SiteScript {
  /** Names it on the site: pages load `~scripts/<id>.js` below the site's root. */
  id: string;
  /** Where renderers elsewhere load it. */
  url: string;
  /** As it was declared; for renderers elsewhere. */
  policy?: string;
  /** Hosts that pages with the script may load from. */
  sources: PolicySources;
  /** Whether it may set cookies, which visitors should be told. */
  cookies: boolean;
}

type Provider = (organizationId: string, siteId: string) => Promise<SiteScript[]>;

/** Below the root of a site. */
export const SCRIPTS_PATH = '~scripts/';

/** Where a later module says which scripts the pages of a site load; without one they load none. */
@Injectable()
export class SiteScripts {
  private provider: Provider = () => Promise.resolve([]);

  register(provider: Provider): void {
    this.provider = provider;
  }

  /** Scripts of a site, in the order of their loading. For services that have authorised. */
  of(organizationId: string, siteId: string): Promise<SiteScript[]> {
    return this.provider(organizationId, siteId);
  }
}
