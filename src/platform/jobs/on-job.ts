import { SetMetadata } from '@nestjs/common';

export const JOB_HANDLER = 'bindery:job';

export interface JobHandlerOptions {
  name: string;
  /** A job that runs longer is given to another worker; default 15 minutes. */
  timeoutSeconds?: number;
  /** How many of them a process works on at the same time; one when absent. For jobs that wait for others. */
  atOnce?: number;
  /**
   * How many of them all processes together work on at the same time for one organization; less than `atOnce`. With it the
   * organizations take turns, and a job's data names its `organizationId`. For jobs that are as long as what an organization has.
   */
  atOnceEach?: number;
}

/**
 * The method handles the job `name`, `(data) => Promise`. Delivery is at least once: handlers are idempotent, reload
 * state and return quietly when the thing is gone.
 */
export function OnJob(name: string, options: Omit<JobHandlerOptions, 'name'> = {}): MethodDecorator {
  return SetMetadata(JOB_HANDLER, [{ name, ...options }]);
}
