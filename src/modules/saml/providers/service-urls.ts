import { Injectable } from '@nestjs/common';
import { Urls } from '#platform/http/urls.js';

/** Where Bindery is a service provider. Each identity provider has addresses of its own, so that nothing of one counts for another. */
@Injectable()
export class ServiceUrls {
  constructor(private readonly urls: Urls) {}

  /** Begins a sign-in. */
  start(providerId: string, next = ''): string {
    const url = this.urls.app('sso', providerId, 'start');
    return next === '' ? url : `${url}?${new URLSearchParams({ next }).toString()}`;
  }

  /** Assertion consumer service: where responses are sent. */
  acs(providerId: string): string {
    return this.urls.app('sso', providerId, 'acs');
  }

  /** What Bindery calls itself towards the provider, and the address of its metadata. */
  entityId(providerId: string): string {
    return this.urls.app('sso', providerId, 'metadata');
  }
}
