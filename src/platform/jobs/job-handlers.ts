import type { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { type JobHandlerOptions, JOB_HANDLER } from './on-job.js';

export interface JobHandler extends JobHandlerOptions {
  run(data: object): Promise<unknown>;
}

/**
 * The application's job handlers by name of the job.
 * @throws Error for a job with two handlers, and for limits that make no sense.
 */
export function collectHandlers(
  discovery: DiscoveryService,
  scanner: MetadataScanner,
  reflector: Reflector,
): Map<string, JobHandler> {
  const handlers = new Map<string, JobHandler>();
  for (const wrapper of discovery.getProviders()) {
    const instance = wrapper.instance as object | undefined;
    if (!instance || !wrapper.isDependencyTreeStatic()) continue;
    for (const method of scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object)) {
      const target = (instance as Record<string, unknown>)[method];
      if (typeof target !== 'function') continue;
      for (const options of reflector.get<JobHandlerOptions[] | undefined>(JOB_HANDLER, target) ?? []) {
        if (handlers.has(options.name)) throw new Error(`Two handlers for the job "${options.name}".`);
        requireSense(options);
        handlers.set(options.name, {
          ...options,
          run: (data) => target.call(instance, data) as Promise<unknown>,
        });
      }
    }
  }
  return handlers;
}

function requireSense({ name, atOnce = 1, atOnceEach }: JobHandlerOptions): void {
  if (atOnceEach !== undefined && (atOnceEach < 1 || atOnceEach >= atOnce))
    throw new Error(`Jobs "${name}": atOnceEach is to be at least 1, and less than atOnce.`);
}
