import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';

/** A way to sign in to an organization. */
export interface SsoLogin {
  id: string;
  /** Name given by administrators. */
  label: string;
  /** Absolute address that begins the sign-in. */
  startURL: string;
}

/** Asks modules above for ways to sign in to an organization besides SAML. */
@Injectable()
export class SsoLogins extends Hook<[organizationId: string], SsoLogin[]> {}
