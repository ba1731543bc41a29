import { Injectable } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { Database } from '../../database/database.js';
import { newId } from '../../ids/ids.js';
import { Logger } from '../../logging/logger.js';
import { SecretBox } from '../../secrets/secret-box.js';
import { TooManyRequests } from '../errors.js';
import { AnswerGone, KeyInFlight, KeyOfAnotherRequest } from './idempotency.errors.js';
import {
  type Attempt,
  type EarlierRequest,
  IdempotentRequestsRepository,
} from './idempotent-requests.repository.js';

const DAY_MS = 24 * 60 * 60_000;
/** After a process died, its requests can be sent again when this is over. */
const LEASE_MS = 60_000;
const BEAT_MS = 20_000;
/** Of one caller, in a day. */
export const MAX_KEYS = 10_000;
const MAX_ANSWER_BYTES = 128 * 1024;

/** An answer as it is kept: with a body that is sent, or a refusal that is told again. */
export type KeptAnswer =
  | { status: number; headers: Record<string, string>; json?: string; text?: string }
  | { status: number; refusal: string; details?: object };

/** A request with a key, as `claim` takes it. */
export interface KeyedRequest {
  id: Buffer;
  caller: string;
  fingerprint: Buffer;
}

/** Requests from before this time are forgotten. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

/**
 * Writes with an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header). A key is claimed before the work, and every transaction of the
 * work notes its commit beside the key, so that what was committed is never done a second time: not after a crash, and not by a process that
 * slept until another one took its request over.
 */
@Injectable()
export class IdempotentRequests {
  constructor(
    private readonly requests: IdempotentRequestsRepository,
    private readonly secrets: SecretBox,
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Takes the key for this request.
   * @returns the attempt, or the answer to the first request with the key.
   * @throws KeyInFlight, KeyOfAnotherRequest, AnswerGone; TooManyRequests for a caller with too many keys.
   */
  async claim(request: KeyedRequest): Promise<Attempt | KeptAnswer> {
    const now = this.clock.now();
    const since = keptSince(now);
    const attempt = { id: request.id, attempt: newId() };
    const claim = { ...request, ...attempt, now, leasedUntil: this.leaseFrom(now), keptSince: since };
    if (await this.requests.claim(claim)) {
      await this.limit(attempt, request.caller, now);
      return attempt;
    }
    const earlier = await this.requests.find(request.id);
    // It was given back in this moment.
    if (!earlier) throw new KeyInFlight();
    return this.answerOf(request, earlier, now);
  }

  /** Does the work of an attempt; `work` answers what is to be kept, which is written before anybody is answered. */
  async carryOut<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    const beat = (): void =>
      void this.db
        .outside(() => this.requests.extendLease(attempt, this.leaseFrom(this.clock.now())))
        .catch(() => undefined);
    const timer = setInterval(beat, BEAT_MS).unref();
    try {
      return await this.db.checkEachCommit(async () => {
        if (!(await this.requests.noteCommit(attempt))) throw new KeyInFlight();
      }, work);
    } finally {
      clearInterval(timer);
    }
  }

  /** Keeps the answer for later requests with the key; null for one that cannot be kept. */
  async keep(attempt: Attempt, status: number, answer: KeptAnswer | null): Promise<void> {
    await this.afterwards(async () => {
      const text = answer === null ? '' : JSON.stringify(answer);
      const isKept = answer !== null && text.length <= MAX_ANSWER_BYTES;
      const sealed = isKept ? await this.secrets.seal(text, contextOf(attempt.id)) : null;
      await this.requests.keepAnswer(attempt, status, sealed);
    });
  }

  /** Gives the key back after a failure that another try may not meet. */
  async release(attempt: Attempt): Promise<void> {
    await this.afterwards(() => this.requests.release(attempt, this.clock.now()));
  }

  /** The work is done, so its answer is sent in any case. */
  private async afterwards(write: () => Promise<void>): Promise<void> {
    try {
      await this.db.outside(write);
    } catch (error) {
      this.logger.error('The answer to a request with an Idempotency-Key was not kept', { err: error });
    }
  }

  private async answerOf(request: KeyedRequest, earlier: EarlierRequest, now: Date): Promise<KeptAnswer> {
    if (!earlier.fingerprint.equals(request.fingerprint)) throw new KeyOfAnotherRequest();
    if (earlier.status === null) {
      if (earlier.leasedUntil < now && earlier.isCommitted)
        throw new AnswerGone('the server was interrupted before it could send it');
      throw new KeyInFlight();
    }
    if (earlier.answer === null)
      throw new AnswerGone(`it is too large to keep; its status was ${earlier.status}`);
    return JSON.parse(await this.secrets.open(earlier.answer, contextOf(request.id))) as KeptAnswer;
  }

  private async limit(attempt: Attempt, caller: string, now: Date): Promise<void> {
    const { count, first } = await this.requests.countOf(caller, keptSince(now), MAX_KEYS + 1);
    if (count <= MAX_KEYS || !first) return;
    await this.requests.release(attempt, now);
    const seconds = Math.ceil((first.getTime() + DAY_MS - now.getTime()) / 1000);
    throw new TooManyRequests(Math.max(1, seconds), 'with an Idempotency-Key in 24 hours');
  }

  private leaseFrom(now: Date): Date {
    return new Date(now.getTime() + LEASE_MS);
  }
}

/** An answer opens with its own key only. */
function contextOf(id: Buffer): string {
  return `idempotent request ${id.toString('hex')}`;
}
