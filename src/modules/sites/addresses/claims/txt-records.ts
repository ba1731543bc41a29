import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

export type TxtAnswer = { kind: 'records'; values: string[] } | { kind: 'none' } | { kind: 'unanswered' };

/** Error codes of DNS when the record certainly does not exist. */
const NONE = new Set(['ENODATA', 'ENOTFOUND']);

/** Asks DNS for TXT records. */
@Injectable()
export class TxtRecords {
  /** Other servers than the system's; `address` or `address:port`. */
  servers: string[] | undefined;

  async ask(name: string): Promise<TxtAnswer> {
    const resolver = new Resolver({ timeout: 2000, tries: 2 });
    if (this.servers) resolver.setServers(this.servers);
    try {
      const records = await resolver.resolveTxt(name);
      // A record is sent in pieces of 255 bytes.
      return { kind: 'records', values: records.map((pieces) => pieces.join('').trim()) };
    } catch (error) {
      return { kind: NONE.has((error as NodeJS.ErrnoException).code ?? '') ? 'none' : 'unanswered' };
    }
  }
}
