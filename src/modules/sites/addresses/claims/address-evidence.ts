import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config/env.js';
import { FetchFailed, GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import type { AddressClaimEntity } from './address-claim.entity.js';
import { challengeName, type Evidence } from './address-claim.state.js';
import { TxtRecords } from './txt-records.js';

/** Below the address: there the website says what proves a claim. Sites answer it themselves, so to hand requests on is a proof. */
export const CHALLENGE_PATH = '.well-known/bindery-challenge';

type Found = 'proven' | 'missing' | 'unanswered';

/** Asks the world whether an organization may have an address. */
@Injectable()
export class AddressEvidence {
  private readonly protocol: string;

  constructor(
    config: Config,
    private readonly records: TxtRecords,
    private readonly client: GuardedFetch,
  ) {
    this.protocol = new URL(config.publicUrl).protocol;
  }

  /** Address at which the website answers the challenge. */
  urlOf({ address }: Pick<AddressClaimEntity, 'address'>): string {
    return `${this.protocol}//${address}/${CHALLENGE_PATH}`;
  }

  /**
   * A record of the domain, or else what is at the address, of which only the one that proved it before counts as gone. A domain is
   * proven by its record alone: each one that leads here is answered by this server, which says nothing of whose it is.
   */
  async search(claim: AddressClaimEntity): Promise<Evidence> {
    const domain = await this.askDomain(claim);
    if (domain === 'proven') return { proof: 'dns' };
    if (claim.kind === 'hostname') return domain;
    const website = await this.askWebsite(claim);
    if (website === 'proven') return { proof: 'http' };
    if (claim.proof === 'dns') return domain === 'unanswered' ? domain : 'missing';
    if (claim.proof === 'http') return website;
    return domain === 'unanswered' && website === 'unanswered' ? 'unanswered' : 'missing';
  }

  private async askDomain({ address, token }: AddressClaimEntity): Promise<Found | 'wrong'> {
    const answer = await this.records.ask(challengeName(address));
    if (answer.kind === 'unanswered') return 'unanswered';
    if (answer.kind === 'none') return 'missing';
    return answer.values.includes(token) ? 'proven' : 'wrong';
  }

  /** Redirects are not followed: many websites send anybody on to anywhere. */
  private async askWebsite(claim: AddressClaimEntity): Promise<Found> {
    try {
      const options = { maxBytes: 4096, timeoutMs: 10_000, maxRedirects: 0 };
      const { bytes } = await this.client.fetchBytes(this.urlOf(claim), options);
      return bytes.toString('utf8').trim() === claim.token ? 'proven' : 'missing';
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      const isAnswer = ['redirects', 'too-large', 'status'].includes(error.reason);
      return isAnswer && !(error.status !== undefined && error.status >= 500) ? 'missing' : 'unanswered';
    }
  }
}
