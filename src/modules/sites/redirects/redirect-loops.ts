import { Injectable } from '@nestjs/common';
import { BadRequest } from '#platform/http/errors.js';
import { SiteAddress, type SiteLocation } from '../addresses/site-address.js';
import { closestFirst, decodePath, keysOf, restOf } from './redirect-source.js';
import type { SiteRedirectEntity } from './site-redirect.entity.js';
import { SiteRedirectsRepository } from './site-redirects.repository.js';

/** Stands for what readers write in place of an asterisk. */
const ANYTHING = 'anything';
const MAX_STEPS = 50;

/** Tells redirects that lead back to themselves over addresses of their own site. */
@Injectable()
export class RedirectLoops {
  constructor(
    private readonly address: SiteAddress,
    private readonly redirects: SiteRedirectsRepository,
  ) {}

  /**
   * Parts of the site and pages end a way: where there is a page, no redirect is asked.
   * @param redirect as it is to be written; another one of its id is left out of account.
   * @throws BadRequest when readers who follow it come back to it.
   */
  async refuse(location: SiteLocation, redirect: SiteRedirectEntity): Promise<void> {
    if (redirect.draft) return;
    let step: SiteRedirectEntity = redirect;
    let rest = redirect.sourceKey.endsWith('*') ? ANYTHING : '';
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      const path = this.pathOf(location, step, rest);
      if (path === null) return;
      const next = await this.next(redirect, path);
      if (!next) return;
      if (next.id === redirect.id)
        throw new BadRequest(
          'destination: it leads back to the source of this redirect; choose a page of the site, or another address.',
        );
      rest = restOf(next.sourceKey, path);
      step = next;
    }
    throw new BadRequest('destination: too many redirects follow one another from there.');
  }

  /** The path on the same site that readers are sent to; null when they leave it, or get to a page. */
  private pathOf(
    location: SiteLocation,
    { destination, captureWildcard }: SiteRedirectEntity,
    rest: string,
  ): string | null {
    if (destination.kind !== 'external') return null;
    const path = this.address.pathOn(location, new URL(destination.url));
    const decoded = path === null ? null : decodePath(path.replace(/^\/+|\/+$/g, ''));
    return decoded !== null && captureWildcard && rest !== '' ? `${decoded}/${rest}` : decoded;
  }

  private async next(redirect: SiteRedirectEntity, path: string): Promise<SiteRedirectEntity | undefined> {
    const { organizationId, siteId, sourceKey } = redirect;
    const stored = await this.redirects.matching(organizationId, siteId, path);
    const others = stored.filter(({ id }) => id !== redirect.id);
    return closestFirst(keysOf(path).includes(sourceKey) ? [redirect, ...others] : others)[0];
  }
}
