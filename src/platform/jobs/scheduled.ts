import { Cron } from '@nestjs/schedule';

/**
 * Runs the method at each tick of `cron` (UTC). The method only enqueues a job, with the tick as its singleton key, so
 * that replicas do the work once and a slow run never overlaps the next.
 */
export function Scheduled(cron: string): MethodDecorator {
  return Cron(cron, { timeZone: 'UTC' });
}

/** A key that all replicas agree on for the tick at `now`, for example `purge@2026-01-01T10:00`. */
export function tickKey(name: string, now: Date): string {
  return `${name}@${now.toISOString().slice(0, 16)}`;
}
