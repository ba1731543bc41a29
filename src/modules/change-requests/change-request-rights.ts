import { verdictOn } from '#modules/spaces/index.js';
import { DomainError } from '#platform/http/errors.js';
import type { FoundChangeRequest } from './change-request-access.js';
import { type ChangeRequestAction, SPACE_ACTION } from './change-request.policy.js';
import { nextStatus } from './change-request.state.js';

/**
 * The reason why the actor who found a change request may not do something with it, by their role or by its status, in the
 * words of the operation that would refuse; null when they may.
 */
export function refusalOf(
  { changeRequest, view }: Pick<FoundChangeRequest, 'changeRequest' | 'view'>,
  action: Exclude<ChangeRequestAction, 'create'>,
): string | null {
  const verdict = verdictOn(view, SPACE_ACTION[action]);
  if (!verdict.allowed) return verdict.reason ?? 'You may not do this.';
  if (action === 'view' || action === 'comment') return null;
  try {
    nextStatus(changeRequest.status, action);
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.message;
  }
}
