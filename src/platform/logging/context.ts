import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields of every log line of one request or job, and the end of a request. */
export interface LogContext {
  requestId?: string;
  jobId?: string;
  /** Id of the user who calls, or of what calls instead. */
  actor?: string;
  /** Absent for users. */
  actorType?: 'integration' | 'installation' | 'scim-token';
  /** Network address that the request came from. */
  address?: string;
  /** Name that the browser, or program, of the request gives itself. */
  userAgent?: string;
  /** By which door: `ui` for pages of members; the API otherwise. */
  source?: 'ui' | 'integration';
  organization?: string;
  /** The work is that of several requests: whoever does a part of it is handed on, not found here. */
  isShared?: boolean;
  /** Aborts when nobody waits for the answer any more; absent for what changes something, which is finished once it has begun. */
  clientSignal?: () => AbortSignal;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Runs `work` so that log lines written inside carry `context`. */
export function runWithContext<T>(context: LogContext, work: () => T): T {
  return storage.run(context, work);
}

/** True while a request is being answered, as opposed to a job or other work in the background. */
export function inRequest(): boolean {
  const context = storage.getStore();
  return context?.requestId !== undefined && context.jobId === undefined;
}

/** The context of the current request or job; empty outside of one. Mutable: the guard adds the actor. */
export function currentContext(): LogContext {
  return storage.getStore() ?? {};
}
