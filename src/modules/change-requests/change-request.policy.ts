import type { SpaceAction } from '#modules/spaces/index.js';
import type { ChangeRequestTransition } from './change-request.state.js';

export type ChangeRequestAction = 'view' | 'comment' | 'create' | ChangeRequestTransition;

/**
 * By action on a change request, the action on its space that the actor must be allowed to do. There are no permissions on
 * change requests: a member who may edit the space may edit each of its change requests, also in a locked space, whose
 * content changes only by merges.
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
 * The action on the space that an actor must be allowed to do to withdraw a request for a review. Reviewers who see the space
 * may withdraw requests to themselves.
 */
export function actionToWithdrawReviewRequest(actorId: string, reviewerId: string): SpaceAction {
  return actorId === reviewerId ? 'view' : SPACE_ACTION['request-review'];
}
