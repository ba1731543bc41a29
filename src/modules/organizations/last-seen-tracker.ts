import {
  type BeforeApplicationShutdown,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { runWithContext } from '#platform/logging/context.js';
import type { Actor, AuthenticatedRequest } from '#platform/http/actor.js';
import { Logger } from '#platform/logging/logger.js';
import { MembersRepository, type Sighting } from './members.repository.js';

/** Age at which the recorded time is written again. */
const PRECISION_MS = 5 * 60_000;
const FLUSH_AFTER_MS = 15_000;
const MAX_REMEMBERED = 20_000;

/**
 * When members were last seen in an organization, without a write per request: sightings are gathered in memory and
 * written together, off the request's path, and for each member at most once in five minutes.
 */
@Injectable()
export class LastSeenTracker implements BeforeApplicationShutdown {
  private readonly noted = new LRUCache<string, number>({
    // `max` would take the memory of all of them at the start.
    maxSize: MAX_REMEMBERED,
    sizeCalculation: () => 1,
  });
  private pending = new Map<string, Sighting>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Database,
    private readonly members: MembersRepository,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** The actor does something in the organization. Nothing happens for those who are no member, and without a request. */
  record(actor: Actor, organizationId: string): void {
    const { userId, tokenId } = actor;
    if (tokenId === '' || !actor.memberships.has(organizationId)) return;
    const key = `${organizationId} ${userId}`;
    const at = this.clock.now();
    if (at.getTime() - (this.noted.get(key) ?? -Infinity) < PRECISION_MS) return;
    this.noted.set(key, at.getTime());
    this.pending.set(key, { organizationId, userId, at });
    // No statement of the request that happened to be the first, nor of its transaction, which is over by then.
    this.timer ??= this.db.outside(() =>
      runWithContext({}, () => setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref()),
    );
  }

  /** Writes what was gathered. A failure costs only the precision of a display value, so it is logged and forgotten. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    // In one order in all replicas, so that two flushes cannot wait for each other's rows.
    const sightings = [...this.pending].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sighting]) => sighting);
    this.pending = new Map();
    if (sightings.length === 0) return;
    await this.members
      .recordSightings(sightings)
      .catch((error: unknown) =>
        this.logger.warn('Recording when members were last seen failed', { err: error }),
      );
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.flush();
  }
}

/** Notes who calls the routes of an organization. Those of its content name a space, which notes it itself. */
@Injectable()
export class LastSeenInterceptor implements NestInterceptor {
  constructor(private readonly lastSeen: LastSeenTracker) {}

  intercept(context: ExecutionContext, next: CallHandler): ReturnType<CallHandler['handle']> {
    const { actor, params } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const organizationId = params['organizationId'];
    if (actor && typeof organizationId === 'string') this.lastSeen.record(actor, organizationId);
    return next.handle();
  }
}
