import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { BadRequest, Conflict } from '#platform/http/errors.js';
import { randomText } from '#platform/ids/ids.js';
import { SiteAudit } from '../site/site-audit.js';
import type { Site } from '../site/site.entity.js';
import { couldBeCustomHostname } from './host-names.js';
import { CustomHostname } from './hostnames/custom-hostname.entity.js';
import { isAbandoned } from './hostnames/custom-hostname.state.js';
import { CustomHostnamesRepository } from './hostnames/custom-hostnames.repository.js';
import { SitesRepository } from '../site/sites.repository.js';
import { ProxyClaim } from './proxies/proxy-claim.entity.js';
import { afterProxyCheck } from './proxies/proxy-claim.state.js';
import { ProxyClaimsRepository } from './proxies/proxy-claims.repository.js';
import { ProxyOwnership, takenProxy } from './proxies/proxy-ownership.js';

const UNPROVEN = { proof: null, status: null, checkedAt: null, verifiedAt: null, failingSince: null };

/** What a site wants to be read under; absent members stay, null takes one away. */
export interface SiteDomainChange {
  hostname?: string | null;
  proxy?: string | null;
}

/** Gives domains to sites. Callers hold the site's row lock, and move its version. */
@Injectable()
export class SiteDomains {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly hostnames: CustomHostnamesRepository,
    private readonly claims: ProxyClaimsRepository,
    private readonly ownership: ProxyOwnership,
    private readonly sites: SitesRepository,
    private readonly audit: SiteAudit,
  ) {}

  /**
   * @throws BadRequest for a domain that no site can have, Conflict for one that another site has.
   */
  async change(site: Site, { hostname, proxy }: SiteDomainChange): Promise<void> {
    if (hostname !== undefined) await this.changeHostname(site, hostname);
    if (proxy !== undefined) await this.changeProxy(site, proxy === null ? null : this.checkedProxy(proxy));
  }

  private async changeProxy(site: Site, proxy: string | null): Promise<void> {
    const { organizationId, id: siteId } = site;
    const former = await this.claims.findOfSite(organizationId, siteId);
    if ((former?.address ?? null) === proxy) return;
    const before = { proxy: former?.address ?? null };
    await this.audit.record(site, 'site.proxy.updated', { before, after: { proxy } });
    if (former) await this.claims.delete(former);
    if (proxy === null) return;
    const now = this.clock.now();
    const claim = Object.assign(new ProxyClaim(), {
      organizationId,
      siteId,
      address: proxy,
      token: randomText(32),
      createdAt: now,
      ...UNPROVEN,
    });
    if (await this.ownership.isTaken(claim)) throw takenProxy(proxy);
    await this.claims.insert(claim);
    const proof = await this.ownership.proofAtHand(claim);
    if (proof === null) return;
    for (const other of await this.ownership.displaceKept(claim, now))
      await this.sites.touch(other.organizationId, other.siteId);
    await this.claims.update(claim, afterProxyCheck(claim, { proof }, now));
  }

  private async changeHostname(site: Site, hostname: string | null): Promise<void> {
    const { organizationId, id: siteId } = site;
    const former = await this.hostnames.findOfSite(organizationId, siteId);
    if ((former?.hostname ?? null) === hostname) return;
    if (hostname !== null && (!couldBeCustomHostname(hostname) || this.isOurs(hostname))) {
      throw new BadRequest(`hostname: "${hostname}" cannot be the domain of a site; use one of your own.`);
    }
    const before = { hostname: former?.hostname ?? null };
    await this.audit.record(site, 'site.hostname.updated', { before, after: { hostname } });
    if (former) await this.hostnames.delete(former.hostname);
    if (hostname === null) return;
    const now = this.clock.now();
    const other = await this.hostnames.find(hostname);
    if (other && isAbandoned(other, now)) await this.hostnames.delete(hostname);
    const claim = Object.assign(new CustomHostname(), {
      hostname,
      organizationId,
      siteId,
      token: randomText(32),
      createdAt: now,
    });
    if (!(await this.hostnames.insert(claim)))
      throw new Conflict(`hostname: another site has the domain "${hostname}"; take it off that site first.`);
  }

  private checkedProxy(proxy: string): string {
    const [host = '', ...path] = proxy.split('/');
    const name = host.toLowerCase();
    if (this.isOurs(name)) {
      throw new BadRequest('proxy: must be on a domain of your own, which hands requests on to this server.');
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
