import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config/env.js';
import { FetchFailed, GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { challengeName } from '../hostnames/custom-hostname.state.js';
import { TxtRecords } from '../hostnames/txt-records.js';
import type { ProxyClaim } from './proxy-claim.entity.js';
import type { ProxyEvidence } from './proxy-claim.state.js';

/** Below the address: there the website says what proves a claim. Sites answer it themselves, so to hand requests on is a proof. */
export const CHALLENGE_PATH = '.well-known/bindery-challenge';

/** Asks the world whether an organization may have an address. */
@Injectable()
export class ProxyEvidenceSearch {
  private readonly protocol: string;

  constructor(
    config: Config,
    private readonly records: TxtRecords,
    private readonly client: GuardedFetch,
  ) {
    this.protocol = new URL(config.publicUrl).protocol;
  }

  /** Where the website says it. */
  urlOf({ address }: Pick<ProxyClaim, 'address'>): string {
    return `${this.protocol}//${address}/${CHALLENGE_PATH}`;
  }

  /** A record of the domain, or else what is at the address; only the one that proved it before counts as gone. */
  async search(claim: ProxyClaim): Promise<ProxyEvidence> {
    const domain = await this.askDomain(claim);
    if (domain === 'proven') return { proof: 'dns' };
    const website = await this.askWebsite(claim);
    if (website === 'proven') return { proof: 'http' };
    if (claim.proof === 'dns') return domain;
    if (claim.proof === 'http') return website;
    return domain === 'unanswered' && website === 'unanswered' ? 'unanswered' : 'missing';
  }

  private async askDomain({ address, token }: ProxyClaim): Promise<'proven' | 'missing' | 'unanswered'> {
    const [domain = ''] = address.split('/');
    const answer = await this.records.ask(challengeName(domain));
    if (answer.kind === 'unanswered') return 'unanswered';
    return answer.kind === 'records' && answer.values.includes(token) ? 'proven' : 'missing';
  }

  /** Redirects are not followed: many websites send anybody on to anywhere. */
  private async askWebsite(claim: ProxyClaim): Promise<'proven' | 'missing' | 'unanswered'> {
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
