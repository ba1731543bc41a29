import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';
import type { SiteAction } from '../../site/site.policy.js';
import { Sites } from '../../site/sites.service.js';
import { CustomHostname } from './custom-hostname.entity.js';
import { afterCheck, challengeName } from './custom-hostname.state.js';
import { CustomHostnamesRepository } from './custom-hostnames.repository.js';
import { TxtRecords } from './txt-records.js';

/** Domains of sites: whether they are proven to be the organization's. */
@Injectable()
export class CustomHostnames {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly hostnames: CustomHostnamesRepository,
    private readonly records: TxtRecords,
    private readonly sites: Sites,
  ) {}

  /** @throws NotFound unless the actor may see the site that has it. */
  async require(actor: Actor, hostname: string, action: SiteAction): Promise<CustomHostname> {
    const claim = await this.hostnames.find(hostname);
    // Said the same way whether nobody or somebody else has it.
    if (!claim || !actor.memberships.has(claim.organizationId)) throw new NotFound('custom hostname');
    await this.sites.require(actor, claim.organizationId, claim.siteId, action);
    return claim;
  }

  /**
   * Asks DNS now.
   * @throws BadRequest when the record that proves the domain is not there, Conflict when the claim changed meanwhile.
   */
  async revalidate(actor: Actor, hostname: string): Promise<void> {
    const claim = await this.check(await this.require(actor, hostname, 'manage'));
    const wanted = `a TXT record "${challengeName(hostname)}" with the value "${claim.token}"`;
    if (claim.status === 'internal_error')
      throw new BadRequest(`DNS gave no answer about "${hostname}"; try again in a while.`);
    if (claim.status !== 'dns_passed')
      throw new BadRequest(`The domain "${hostname}" is not proven: add ${wanted}, and try again.`);
  }

  /** Takes the domain off its site; quietly when there is none that the actor may see. */
  async remove(actor: Actor, hostname: string): Promise<void> {
    const claim = await this.require(actor, hostname, 'manage').catch((error: unknown) => {
      if (error instanceof NotFound) return null;
      throw error;
    });
    if (claim) await this.sites.update(actor, claim.organizationId, claim.siteId, { hostname: null });
  }

  /** Whether readers find a published or unpublished site there. */
  async isVerified(hostname: string): Promise<boolean> {
    return (await this.hostnames.find(hostname))?.verifiedAt != null;
  }

  /** Asks DNS about a claim and writes down what it says. Readers are where it says from the next request on. */
  async check(claim: CustomHostname): Promise<CustomHostname> {
    const answer = await this.records.ask(challengeName(claim.hostname));
    return this.db.transaction(async () => {
      const { organizationId, siteId, hostname } = claim;
      const checked = afterCheck(claim, answer, this.clock.now());
      if (!(await this.hostnames.update(claim, checked)))
        throw new Conflict(`The domain "${hostname}" was changed while DNS was asked; try again.`);
      const isMoved = (claim.verifiedAt === null) !== (checked.verifiedAt === null);
      if (isMoved) await this.sites.refresh(organizationId, siteId);
      return Object.assign(new CustomHostname(), claim, checked);
    });
  }
}
