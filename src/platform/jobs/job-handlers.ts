import type { DecoratedMethods } from '../discovery/decorated-methods.js';
import { type JobHandlerOptions, JOB_HANDLER } from './on-job.js';

export interface JobHandler extends JobHandlerOptions {
  run(data: object): Promise<unknown>;
}

/**
 * The application's job handlers by name of the job.
 * @throws Error for a job with two handlers, and for limits that make no sense.
 */
export function collectHandlers(methods: DecoratedMethods): Map<string, JobHandler> {
  const handlers = new Map<string, JobHandler>();
  for (const { options, call } of methods.list<JobHandlerOptions>(JOB_HANDLER)) {
    if (handlers.has(options.name)) throw new Error(`Two handlers for the job "${options.name}".`);
    requireSense(options);
    handlers.set(options.name, { ...options, run: (data) => call(data) as Promise<unknown> });
  }
  return handlers;
}

function requireSense({ name, atOnce = 1, atOnceEach }: JobHandlerOptions): void {
  if (atOnceEach !== undefined && (atOnceEach < 1 || atOnceEach >= atOnce))
    throw new Error(`Jobs "${name}": atOnceEach is to be at least 1, and less than atOnce.`);
}
