import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config/env.js';
import { FetchFailed, GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import type { AddressClaimEntity } from './address-claim.entity.js';
import { challengeName, type Search } from './address-claim.state.js';
import { TxtRecords } from './txt-records.js';

/** Below the address: there the website says what proves a claim. Sites answer it themselves, so to hand requests on is a proof. */
export const CHALLENGE_PATH = '.well-known/bindery-challenge';

/** Findings that are kept, and the length of each. */
const MAX_SHOWN = 5;
const MAX_TEXT = 255;

type Found = 'proven' | 'missing' | 'unanswered';

/** An answer with what it was in place of the proof. */
interface Answer<Result> {
  result: Result;
  found: string[];
}

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
  async search(claim: AddressClaimEntity): Promise<Search> {
    const domain = await this.askDomain(claim);
    if (domain.result === 'proven') return { evidence: { proof: 'dns' }, found: [] };
    if (claim.kind === 'hostname') return { evidence: domain.result, found: domain.found };
    const website = await this.askWebsite(claim);
    if (website.result === 'proven') return { evidence: { proof: 'http' }, found: [] };
    const found = [...website.found, ...domain.found.map((value) => `a TXT record with the text “${value}”`)];
    return { evidence: withoutProof(claim, domain.result, website.result), found };
  }

  private async askDomain({ address, token }: AddressClaimEntity): Promise<Answer<Found | 'wrong'>> {
    const answer = await this.records.ask(challengeName(address));
    if (answer.kind === 'unanswered') return { result: 'unanswered', found: [] };
    if (answer.kind === 'none') return { result: 'missing', found: [] };
    if (answer.values.includes(token)) return { result: 'proven', found: [] };
    return { result: 'wrong', found: answer.values.slice(0, MAX_SHOWN).map(plain) };
  }

  /** Redirects are not followed: many websites send anybody on to anywhere. */
  private async askWebsite(claim: AddressClaimEntity): Promise<Answer<Found>> {
    try {
      const options = { maxBytes: 4096, timeoutMs: 10_000, maxRedirects: 0 };
      const { bytes } = await this.client.fetchBytes(this.urlOf(claim), options);
      const text = bytes.toString('utf8').trim();
      if (text === claim.token) return { result: 'proven', found: [] };
      return { result: 'missing', found: [`an answer that begins with “${plain(text)}”`] };
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      const isAnswer = ['redirects', 'too-large', 'status'].includes(error.reason);
      const isMissing = isAnswer && !(error.status !== undefined && error.status >= 500);
      const words = error.reason === 'redirects' ? 'a redirect, which is not followed' : error.message;
      return { result: isMissing ? 'missing' : 'unanswered', found: [words] };
    }
  }
}

/** The state of an address on another website where neither its domain nor the website has the proof. */
function withoutProof(
  { proof }: AddressClaimEntity,
  domain: Found | 'wrong',
  website: Exclude<Found, 'proven'>,
): 'missing' | 'unanswered' {
  if (proof === 'dns') return domain === 'unanswered' ? domain : 'missing';
  if (proof === 'http') return website;
  return domain === 'unanswered' && website === 'unanswered' ? 'unanswered' : 'missing';
}

/** A text of others as the database and pages can have it. */
function plain(text: string): string {
  const start = text.slice(0, MAX_TEXT);
  return Buffer.from(start.replaceAll(/\p{Cc}+/gu, ' ')).toString();
}
