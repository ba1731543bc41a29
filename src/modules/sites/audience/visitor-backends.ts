import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';

/** Something that signs in the visitors of a site in place of a service of the organization. */
export interface VisitorBackend {
  /** Name of the integration. */
  integration: string;
  /** Key with which it signs the tokens of visitors. */
  key: string;
  /** Address at which it signs visitors in. */
  signInUrl: string;
}

/** Functions of later modules that find the sign-in installed on a site, whether or not the site uses it. */
@Injectable()
export class VisitorBackends extends Hook<[organizationId: string, siteId: string], VisitorBackend | null> {}
