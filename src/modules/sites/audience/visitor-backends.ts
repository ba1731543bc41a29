import { Injectable } from '@nestjs/common';

/** Something that signs in the visitors of a site in place of a service of the organization. */
export interface VisitorBackend {
  /** Name of the integration. */
  integration: string;
  /** Key with which it signs the tokens of visitors. */
  key: string;
  /** Address at which it signs visitors in. */
  signInUrl: string;
}

type Finder = (organizationId: string, siteId: string) => Promise<VisitorBackend | null>;

/** Hook through which a later module provides the sign-in of a site's visitors. */
@Injectable()
export class VisitorBackends {
  private finder: Finder = () => Promise.resolve(null);

  register(finder: Finder): void {
    this.finder = finder;
  }

  /** The sign-in that is installed on the site, whether or not the site uses it. */
  find(organizationId: string, siteId: string): Promise<VisitorBackend | null> {
    return this.finder(organizationId, siteId);
  }
}
