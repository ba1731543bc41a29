import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { runWithContext } from '#platform/logging/context.js';
import { Logger } from '#platform/logging/logger.js';
import { UserTokensRepository } from './user-tokens.repository.js';

/** Age at which the recorded last use is written again. */
const PRECISION_MS = 5 * 60_000;
const FLUSH_AFTER_MS = 1_000;

/**
 * Records the last use of tokens without a write per request: uses are gathered in memory and written together, off the
 * request's path, and for each token at most once in five minutes.
 */
@Injectable()
export class TokenUsage implements BeforeApplicationShutdown {
  private pending = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly tokens: UserTokensRepository,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** @param recorded the last use that the database knows. */
  record(tokenId: string, recorded: Date | null): void {
    const now = this.clock.now();
    if (recorded && now.getTime() - recorded.getTime() < PRECISION_MS) return;
    this.pending.set(tokenId, now);
    // No statement of the request that happened to be the first.
    this.timer ??= runWithContext({}, () => setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref());
  }

  /** Writes what was gathered. A failure costs only the precision of a display value, so it is logged and forgotten. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const uses = [...this.pending].map(([tokenId, at]) => ({ tokenId, at }));
    this.pending = new Map();
    if (uses.length === 0) return;
    // In one order in all replicas, so that two flushes cannot wait for each other's rows.
    uses.sort((a, b) => (a.tokenId < b.tokenId ? -1 : 1));
    await this.tokens
      .recordUse(uses)
      .catch((error: unknown) => this.logger.warn('The last use of tokens was not recorded', { err: error }));
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.flush();
  }
}
