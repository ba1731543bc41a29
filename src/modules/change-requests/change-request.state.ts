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

type Moves = Partial<Record<ChangeRequestTransition, ChangeRequestStatus>>;

const SETTABLE: Moves = { 'to-draft': 'draft', 'to-open': 'open', 'to-archived': 'archived' };

/** The status after each transition; an absent transition is refused. A merged request is history and refuses all. */
const TABLE: Record<ChangeRequestStatus, Moves> = {
  draft: { ...SETTABLE, ...staying('draft'), merge: 'merged' },
  open: { ...SETTABLE, ...staying('open'), merge: 'merged' },
  archived: { ...SETTABLE, describe: 'archived' },
  merged: {},
};

function staying(status: ChangeRequestStatus): Moves {
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
  const next = TABLE[status][transition];
  if (next !== undefined) return next;
  if (status === 'merged') {
    throw new Conflict('This change request is merged; it can be read but no longer changed.');
  }
  throw new Conflict('This change request is archived; set its status to "draft" or "open" first.');
}
