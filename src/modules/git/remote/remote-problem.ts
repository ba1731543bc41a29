import { ImportFailed } from '../git.errors.js';

export type RemoteProblemCode =
  /** Not an address that may be asked. */
  | 'address'
  | 'unreachable'
  | 'timeout'
  /** Wants other credentials, or does not let them do it. */
  | 'no-access'
  | 'not-a-repository'
  | 'empty'
  | 'no-such-ref'
  | 'no-such-object'
  | 'too-large'
  /** The server sent objects that cannot be read. */
  | 'broken'
  /** Shows another key than the one that was accepted. */
  | 'host-key'
  | 'no-ssh';

/** Something between us and a repository; the message is a sentence for a report and holds no secret. */
export class RemoteProblem extends ImportFailed {
  constructor(
    readonly code: RemoteProblemCode,
    message: string,
  ) {
    super(message);
    this.name = 'RemoteProblem';
  }
}

export const emptyRepository = (): RemoteProblem => new RemoteProblem('empty', 'The repository is empty.');

export const noSuchRef = (name: string): RemoteProblem =>
  new RemoteProblem('no-such-ref', `The repository has no ref "${name}".`);

export const noSuchObject = (): RemoteProblem =>
  new RemoteProblem('no-such-object', 'The repository no longer has a file that was in it.');

export const fileTooLarge = (): RemoteProblem =>
  new RemoteProblem('too-large', 'The file is larger than a file of a space may be.');

export const noAccess = (): RemoteProblem =>
  new RemoteProblem(
    'no-access',
    'The repository wants a user name and password, or refused those in the address.',
  );

export const notFound = (): RemoteProblem =>
  new RemoteProblem(
    'not-a-repository',
    'There is no repository at this address, or it is not visible without a password.',
  );

export const unpackTooLarge = (): RemoteProblem =>
  new RemoteProblem(
    'too-large',
    'The repository takes too much time or memory to be unpacked; split it into several.',
  );
