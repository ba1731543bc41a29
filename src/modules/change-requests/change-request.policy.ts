import type { SpaceAction } from '#modules/spaces/index.js';
import type { ChangeRequestTransition } from './change-request.state.js';

export type ChangeRequestAction = 'view' | 'comment' | 'create' | ChangeRequestTransition;

/**
 * The action on the space that each action requires. A change request has no permissions: a member who may edit the
 * space may edit every change request of it, also in a locked space, whose content changes only by merges.
 */
export const SPACE_ACTION: Record<ChangeRequestAction, SpaceAction> = {
  view: 'view',
  comment: 'comment',
  create: 'edit',
  edit: 'edit',
  describe: 'edit',
  'request-review': 'edit',
  resolve: 'edit',
  update: 'edit',
  'to-draft': 'edit',
  'to-open': 'edit',
  'to-archived': 'edit',
  review: 'review',
  merge: 'merge',
};

/**
 * The action on the space that the withdrawal of a request for review requires; reviewers may always withdraw their
 * own.
 */
export function actionToWithdrawReview(actorId: string, reviewerId: string): SpaceAction {
  return actorId === reviewerId ? 'view' : SPACE_ACTION['request-review'];
}
