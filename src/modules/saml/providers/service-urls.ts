import { Injectable } from '@nestjs/common';
import { Urls } from '#platform/http/urls.js';

/**
 * Addresses of Bindery as a service provider. Each identity provider has separate addresses, so that a response for one
 * counts for no other.
 */
@Injectable()
export class ServiceUrls {
  constructor(private readonly urls: Urls) {}

  /** Begins a sign-in. */
  start(providerId: string, next = ''): string {
    const url = this.urls.app('sso', providerId, 'start');
    return next === '' ? url : `${url}?${new URLSearchParams({ next }).toString()}`;
  }

  /** Begins a test by an administrator. */
  test(providerId: string): string {
    return this.urls.app('sso', providerId, 'test');
  }

  /** Assertion consumer service: where responses are sent. */
  acs(providerId: string): string {
    return this.urls.app('sso', providerId, 'acs');
  }

  /** Entity id of Bindery towards the provider, and the address of its metadata. */
  entityId(providerId: string): string {
    return this.urls.app('sso', providerId, 'metadata');
  }
}
