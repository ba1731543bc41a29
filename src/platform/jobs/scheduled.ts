import { Cron } from '@nestjs/schedule';
import type { EnqueueOptions } from './jobs.js';

/**
 * Runs the method at each tick of `cron` (UTC). The method only enqueues a job, with `onceAt` the tick, so that replicas do
 * the work once.
 */
export function Scheduled(cron: string): MethodDecorator {
  return Cron(cron, { timeZone: 'UTC' });
}

/** Options of a job for the tick at `now`: all replicas mean the same one, by the minute. */
export function onceAt(now: Date): EnqueueOptions {
  return { onceKey: now.toISOString().slice(0, 16) };
}
