import { OverBudget } from '#platform/compute/over-budget.js';
import { DomainError } from '#platform/http/errors.js';
import { FetchFailed } from '#platform/http-client/guarded-fetch.js';
import { ImportFailed } from '../../git.errors.js';
import { noAccess, noSuchObject, notFound, RemoteProblem, unpackTooLarge } from '../remote-problem.js';
import { PACK_LIMITS } from './pack-limits.js';

const MB = 1024 * 1024;
const NO_PERMISSION = new Set([401, 403]);

/** Turns what the library and the network say into one sentence; addresses and passwords are in none of them. */
export function explainError(error: unknown): RemoteProblem {
  if (error instanceof RemoteProblem) return error;
  if (error instanceof OverBudget) return unpackTooLarge();
  if (error instanceof DomainError) return new RemoteProblem('too-large', error.message);
  if (error instanceof ImportFailed) return new RemoteProblem('broken', error.message);
  if (error instanceof FetchFailed && error.reason === 'too-large')
    return new RemoteProblem(
      'too-large',
      `The repository is larger than ${PACK_LIMITS.packedBytes / MB} MB. Import a part of it as an archive.`,
    );
  if (error instanceof FetchFailed)
    return new RemoteProblem(
      error.reason === 'address' ? 'address' : 'unreachable',
      `The repository cannot be reached: ${error.message}.`,
    );
  return explainLibrary(error as { code?: string; data?: { statusCode?: number } });
}

function explainLibrary({ code, data }: { code?: string; data?: { statusCode?: number } }): RemoteProblem {
  const status = data?.statusCode;
  switch (code) {
    case 'HttpError':
      if (status !== undefined && NO_PERMISSION.has(status)) return noAccess();
      if (status === 404) return notFound();
      return new RemoteProblem(
        'unreachable',
        `The server of the repository answered ${status ?? 'with an error'}.`,
      );
    case 'UserCanceledError':
      return noAccess();
    case 'SmartHttpError':
      return notFound();
    case 'NotFoundError':
      return noSuchObject();
    case 'UnsafeFilepathError':
      return new RemoteProblem(
        'broken',
        'The repository has a file whose name is not safe, such as ".."; beside one, nothing can be pushed without Git on the machine of the server. Rename it there.',
      );
    default:
      return new RemoteProblem('broken', `The repository cannot be read${code ? ` (${code})` : ''}.`);
  }
}
