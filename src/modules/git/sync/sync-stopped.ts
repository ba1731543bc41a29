import { ImportFailed } from '../git.errors.js';

/** A sync that cannot go on before somebody does something; the message says what. */
export class SyncStopped extends ImportFailed {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'SyncStopped';
  }
}
