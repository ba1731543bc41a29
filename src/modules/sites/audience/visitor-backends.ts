import { Injectable } from '@nestjs/common';

/** Something that signs in the visitors of a site in place of a service of the organization. */
export interface VisitorBackend {
  /** Name of the integration. */
  integration: string;
  /** What it signs the tokens of visitors with. */
  key: string;
  /** Where it signs them in. */
  signInUrl: string;
}

type Finder = (organizationId: string, siteId: string) => Promise<VisitorBackend | null>;

/** Where a later module says what signs in the visitors of a site; without one there is nothing. */
@Injectable()
export class VisitorBackends {
  private finder: Finder = () => Promise.resolve(null);

  register(finder: Finder): void {
    this.finder = finder;
  }

  /** What is installed on the site to sign in visitors, whether or not the site wants it. */
  find(organizationId: string, siteId: string): Promise<VisitorBackend | null> {
    return this.finder(organizationId, siteId);
  }
}
