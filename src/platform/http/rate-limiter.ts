import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/env.js';
import { networkOf } from './client-address.js';
import { TooManyRequests } from './errors.js';

const WINDOW_SECONDS = 60;

/** Counts requests of each token, and failed ones of each network, in windows of a minute. Counted per process: replicas each allow the whole limit. */
@Injectable()
export class RateLimiter {
  private window = 0;
  private counts = new Map<string, number>();

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes one request from the token's allowance and says what is left in the response's headers.
   * @throws TooManyRequests when the allowance of this minute is used up.
   */
  take(tokenId: string, response: Response): void {
    const limit = this.config.rateLimitPerMinute;
    if (limit === 0) return;
    const { used, reset, retryAfter } = this.count(`token ${tokenId}`);
    response.setHeader('X-RateLimit-Limit', limit);
    response.setHeader('X-RateLimit-Remaining', Math.max(0, limit - used));
    response.setHeader('X-RateLimit-Reset', reset);
    if (used > limit) throw new TooManyRequests(retryAfter);
  }

  /**
   * Notes a request whose sender could not be told.
   * @param address network address it came from.
   * @throws TooManyRequests when there were too many from that network in this minute.
   */
  takeFailure(address: string): void {
    const limit = this.config.rateLimitPerMinute;
    if (limit === 0) return;
    const { used, retryAfter } = this.count(`network ${networkOf(address)}`);
    if (used > limit) throw new TooManyRequests(retryAfter, 'from your network without a valid token');
  }

  private count(key: string): { used: number; reset: number; retryAfter: number } {
    const seconds = this.clock.now().getTime() / 1000;
    const window = Math.floor(seconds / WINDOW_SECONDS);
    if (window !== this.window) {
      this.window = window;
      this.counts = new Map();
    }
    const used = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, used);
    const reset = (window + 1) * WINDOW_SECONDS;
    return { used, reset, retryAfter: Math.max(1, Math.ceil(reset - seconds)) };
  }
}
