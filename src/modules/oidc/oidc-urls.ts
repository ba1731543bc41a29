import { Injectable } from '@nestjs/common';
import { Urls } from '#platform/http/urls.js';

/** Addresses of Bindery as a client. Each provider has separate ones, so that an answer of one counts for no other. */
@Injectable()
export class OidcUrls {
  constructor(private readonly urls: Urls) {}

  /** Begins a sign-in. */
  start(providerId: string, next = ''): string {
    const url = this.urls.app('sso', 'oidc', providerId, 'start');
    return next === '' ? url : `${url}?${new URLSearchParams({ next }).toString()}`;
  }

  /** Begins a test by an administrator. */
  test(providerId: string): string {
    return this.urls.app('sso', 'oidc', providerId, 'test');
  }

  /** Redirect URI: where the provider sends people back. */
  callback(providerId: string): string {
    return this.urls.app('sso', 'oidc', providerId, 'callback');
  }
}
