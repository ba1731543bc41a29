import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';
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

/** Path of scripts below the root of a site. */
export const SCRIPTS_PATH = '~scripts/';

/** Functions of later modules that list scripts for the pages of a site. */
@Injectable()
export class SiteScripts extends Hook<[organizationId: string, siteId: string], SiteScript[]> {
  /** Scripts of a site, in the order of their loading. The caller has to check permissions. */
  async of(organizationId: string, siteId: string): Promise<SiteScript[]> {
    return (await this.all(organizationId, siteId)).flat();
  }
}
