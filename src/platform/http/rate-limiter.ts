import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/env.js';
import { TooManyRequests } from './errors.js';

const WINDOW_SECONDS = 60;

/** Counts requests of each token in windows of a minute. Counted per process: replicas each allow the whole limit. */
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
    const seconds = this.clock.now().getTime() / 1000;
    const window = Math.floor(seconds / WINDOW_SECONDS);
    if (window !== this.window) {
      this.window = window;
      this.counts = new Map();
    }
    const used = (this.counts.get(tokenId) ?? 0) + 1;
    this.counts.set(tokenId, used);
    const reset = (window + 1) * WINDOW_SECONDS;
    response.setHeader('X-RateLimit-Limit', limit);
    response.setHeader('X-RateLimit-Remaining', Math.max(0, limit - used));
    response.setHeader('X-RateLimit-Reset', reset);
    if (used <= limit) return;
    const retryAfter = Math.max(1, Math.ceil(reset - seconds));
    response.setHeader('Retry-After', retryAfter);
    throw new TooManyRequests(retryAfter);
  }
}
