import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { BadRequest } from '#platform/http/errors.js';
import { randomText } from '#platform/ids/ids.js';
import { SiteAudit } from '../site/site-audit.js';
import type { SiteEntity } from '../site/site.entity.js';
import { couldBeCustomHostname } from './host-names.js';
import { SitesRepository } from '../site/sites.repository.js';
import { AddressClaimEntity, type AddressKind } from './claims/address-claim.entity.js';
import { afterCheck } from './claims/address-claim.state.js';
import { AddressClaimsRepository } from './claims/address-claims.repository.js';
import { AddressOwnership, takenAddress } from './claims/address-ownership.js';

const UNPROVEN = {
  proof: null,
  status: null,
  found: null,
  checkedAt: null,
  verifiedAt: null,
  failingSince: null,
};

/** Requested addresses of a site; absent members stay, null removes one. */
export interface SiteDomainChange {
  hostname?: string | null;
  proxy?: string | null;
}

/** Lets sites claim addresses, which count once they are proven. Callers hold the site's row lock, and move its version. */
@Injectable()
export class SiteDomains {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly claims: AddressClaimsRepository,
    private readonly ownership: AddressOwnership,
    private readonly sites: SitesRepository,
    private readonly audit: SiteAudit,
  ) {}

  /**
   * @throws BadRequest for a domain that no site can have, Conflict for one that another site has proven, or another site of the
   * organization claims.
   */
  async change(site: SiteEntity, { hostname, proxy }: SiteDomainChange): Promise<void> {
    if (hostname !== undefined)
      await this.claim(site, 'hostname', hostname === null ? null : this.checkedHostname(hostname));
    if (proxy !== undefined)
      await this.claim(site, 'proxy', proxy === null ? null : this.checkedProxy(proxy));
  }

  private async claim(site: SiteEntity, kind: AddressKind, address: string | null): Promise<void> {
    const { organizationId, id: siteId } = site;
    const former = await this.claims.find({ organizationId, siteId, kind });
    if ((former?.address ?? null) === address) return;
    await this.audit.record(site, `site.${kind}.updated`, {
      before: { [kind]: former?.address ?? null },
      after: { [kind]: address },
    });
    if (former) await this.claims.delete(former);
    if (address === null) return;
    const now = this.clock.now();
    const claim = Object.assign(new AddressClaimEntity(), {
      organizationId,
      siteId,
      kind,
      address,
      token: randomText(32),
      createdAt: now,
      ...UNPROVEN,
    });
    if ((await this.ownership.isTaken(claim)) || !(await this.claims.insert(claim)))
      throw takenAddress(claim);
    const proof = await this.ownership.proofAtHand(claim);
    if (proof === null) return;
    for (const other of await this.ownership.displaceKept(claim, now))
      await this.sites.touch(other.organizationId, other.siteId);
    await this.claims.update(claim, afterCheck(claim, { proof }, now));
  }

  private checkedHostname(hostname: string): string {
    if (couldBeCustomHostname(hostname) && !this.isOurs(hostname)) return hostname;
    throw new BadRequest(
      `hostname: "${hostname}" cannot be the domain of a site; use a domain that you own.`,
    );
  }

  private checkedProxy(proxy: string): string {
    const [host = '', ...path] = proxy.split('/');
    const name = host.toLowerCase();
    if (this.isOurs(name)) {
      throw new BadRequest(
        'proxy: must be on a domain that you own, which hands requests on to this server.',
      );
    }
    return [name, ...path].join('/');
  }

  /** Names that this server answers by itself. */
  private isOurs(name: string): boolean {
    const sites = this.config.sitesDomain?.replace(/:\d+$/, '');
    return (
      name === new URL(this.config.publicUrl).hostname ||
      (sites !== undefined && (name === sites || name.endsWith(`.${sites}`)))
    );
  }
}
