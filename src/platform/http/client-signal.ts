import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { DomainError } from './errors.js';

/** Nobody is there to be told. The status is the one that proxies note for it. */
export class ClientGone extends DomainError {
  constructor() {
    super(499, 'The client closed the connection before it was answered.');
  }
}

/** Gives a signal that aborts with `ClientGone` when the connection ends before the answer does. It is made when first asked for. */
export function clientSignal(response: ServerResponse): () => AbortSignal {
  let signal: AbortSignal | undefined;
  return () => (signal ??= signalOf(response));
}

function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  // One request may have many tasks.
  setMaxListeners(0, controller.signal);
  const close = (): void => {
    if (!response.writableEnded) controller.abort(new ClientGone());
  };
  if (response.destroyed) close();
  else response.once('close', close);
  return controller.signal;
}
