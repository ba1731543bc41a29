import { SetMetadata } from '@nestjs/common';

export const JOB_HANDLER = 'bindery:job';

export interface JobHandlerOptions {
  name: string;
  /** A job that runs longer is given to another worker; default 15 minutes. */
  timeoutSeconds?: number;
  /** Number of these jobs that one process works on at once; one when absent. Meant for jobs that wait for others. */
  atOnce?: number;
  /**
   * Number of these jobs that all processes together work on at once for one organization; less than `atOnce`. It makes
   * the queue fair, and a job's data names its `organizationId`. Meant for jobs whose length grows with the data of an
   * organization.
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
