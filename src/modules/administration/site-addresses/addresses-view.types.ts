import type { FormState } from '#modules/member-pages/index.js';
import type { AddressClaimEntity, SiteRow } from '#modules/sites/index.js';

/** Data of the page about where readers find a site. */
export interface AddressView {
  row: SiteRow;
  /** Address at which readers find the site, published or not. */
  address: string;
  /** The address that the site always has, with a slash at its end. */
  target: string;
  /** The part of it that is before the site's own name. */
  root: string;
  /** Name of this server. */
  server: string;
  /** Claim of its custom domain. */
  hostname: AddressClaimEntity | null;
  /** Claim of an address on another website, and the address at which that website proves it. */
  proxy: { claim: AddressClaimEntity; challengeUrl: string } | null;
  mayManage: boolean;
  state: FormState;
}
