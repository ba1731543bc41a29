import { gunzipSync } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import { FetchFailed, type GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { LIMITS } from '../import-limits.js';
import type { ImportProgress } from '../import-progress.js';

const PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;
const MAX_AT_ONCE = 4;
const AGENT = 'Bindery-Import';

export interface Fetched {
  /** The address that answered, after redirects. */
  address: string;
  contentType: string;
  bytes: Buffer;
}

/** The whole import has taken all that it may. */
export class BudgetSpent extends Error {}

/** Fetches from one website with manners: few at once, a pause between them, and within the limits of one import. */
export class SiteFetch {
  private left: number = LIMITS.websiteBytes;
  private pauseMs = PAUSE_MS;
  private next = Promise.resolve();
  private readonly deadline: number;

  constructor(
    private readonly http: GuardedFetch,
    private readonly progress: ImportProgress,
  ) {
    this.deadline = Date.now() + LIMITS.websiteMs;
  }

  static readonly agent = AGENT;

  /** Number of concurrent requests: one when the website asks for pauses. */
  get width(): number {
    return this.pauseMs > PAUSE_MS ? 1 : MAX_AT_ONCE;
  }

  /** Keeps to the pause that the website asks for, within reason. */
  slowDown(seconds: number): void {
    this.pauseMs = Math.min(MAX_PAUSE_MS, Math.max(PAUSE_MS, seconds * 1000));
  }

  /** @throws FetchFailed, BudgetSpent, and what ends the import. */
  async get(address: string, maxBytes: number, accept: string): Promise<Fetched> {
    await this.turn();
    const limit = Math.min(maxBytes, this.left);
    if (limit <= 0 || Date.now() > this.deadline) throw new BudgetSpent();
    try {
      const answer = await this.http.fetchBytes(address, {
        maxBytes: limit,
        headers: { accept, 'user-agent': `Mozilla/5.0 (compatible; ${AGENT})` },
        timeoutMs: 30_000,
        signal: this.progress.signal,
      });
      this.left -= answer.bytes.length;
      return {
        address: answer.url,
        contentType: (answer.headers['content-type'] ?? '').toLowerCase(),
        bytes: answer.bytes,
      };
    } catch (error) {
      this.progress.check();
      throw error;
    }
  }

  /** As `get`, for text; undefined when the website has no such thing. Unpacks what is sent as a gzip file. */
  async findText(address: string, maxBytes: number): Promise<{ text: string; address: string } | undefined> {
    try {
      const fetched = await this.get(address, maxBytes, 'text/plain, application/xml, text/xml, */*;q=0.5');
      const isPacked = fetched.bytes[0] === 0x1f && fetched.bytes[1] === 0x8b;
      const bytes = isPacked ? unpacked(fetched.bytes, maxBytes) : fetched.bytes;
      return { text: bytes.toString('utf8'), address: fetched.address };
    } catch (error) {
      if (error instanceof FetchFailed && error.reason !== 'status') throw error;
      if (error instanceof FetchFailed && error.status !== undefined && error.status < 500) return undefined;
      throw error;
    }
  }

  /** One after the other, with the pause between them. */
  private turn(): Promise<void> {
    const mine = this.next;
    this.next = mine.then(() => sleep(this.pauseMs));
    return mine.then(() => this.progress.check());
  }
}

function unpacked(bytes: Buffer, maxBytes: number): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch {
    throw new FetchFailed('too-large', `what it sent cannot be unpacked, or to more than ${maxBytes} bytes`);
  }
}
