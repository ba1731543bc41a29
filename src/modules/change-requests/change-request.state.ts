import { Conflict } from '#platform/http/errors.js';
import type { ChangeRequestStatus } from './change-request.entity.js';

/** All actions on a change request, except reading and discussing it. */
export type ChangeRequestTransition =
  | 'edit'
  | 'describe'
  | 'request-review'
  | 'review'
  | 'resolve'
  | 'update'
  | 'merge'
  | 'to-draft'
  | 'to-open'
  | 'to-archived';

type NextStatuses = Partial<Record<ChangeRequestTransition, ChangeRequestStatus>>;

const SETTING_STATUS: NextStatuses = { 'to-draft': 'draft', 'to-open': 'open', 'to-archived': 'archived' };

/** By status, the status after each transition; absent transitions are refused, so a merged request refuses all. */
const NEXT_STATUS: Record<ChangeRequestStatus, NextStatuses> = {
  draft: { ...SETTING_STATUS, ...withoutMoving('draft'), merge: 'merged' },
  open: { ...SETTING_STATUS, ...withoutMoving('open'), merge: 'merged' },
  archived: { ...SETTING_STATUS, describe: 'archived' },
  merged: {},
};

/** The transitions that leave the status as it is. */
function withoutMoving(status: ChangeRequestStatus): NextStatuses {
  const transitions = ['edit', 'describe', 'request-review', 'review', 'resolve', 'update'] as const;
  return Object.fromEntries(transitions.map((transition) => [transition, status]));
}

/**
 * The status a change request has after `transition`.
 * @throws Conflict when its status does not allow it.
 */
export function nextStatus(
  status: ChangeRequestStatus,
  transition: ChangeRequestTransition,
): ChangeRequestStatus {
  const next = NEXT_STATUS[status][transition];
  if (next !== undefined) return next;
  if (status === 'merged') {
    throw new Conflict('This change request is merged; it can be read but no longer changed.');
  }
  throw new Conflict('This change request is archived; set its status to "draft" or "open" first.');
}
