import { spaceVerdict } from '#modules/spaces/index.js';
import { type Role, ROLES } from '#platform/http/actor.js';
import { describe, expect, it } from 'vitest';
import {
  actionToWithdrawReviewRequest,
  type ChangeRequestAction,
  SPACE_ACTION,
} from './change-request.policy.js';

/** The lowest role that may do it. */
const NEEDED: Record<ChangeRequestAction, Role> = {
  view: 'read',
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
  merge: 'review',
};

const CASES = (Object.keys(NEEDED) as ChangeRequestAction[]).flatMap((action) =>
  [null, ...ROLES].flatMap((role) =>
    (['live', 'locked'] as const).map((editMode) => {
      const allowed = role !== null && ROLES.indexOf(role) >= ROLES.indexOf(NEEDED[action]);
      return { action, role, editMode, allowed };
    }),
  ),
);

describe('permissions on change requests', () => {
  it.each(CASES)('let $role $action, $editMode space: $allowed', ({ action, role, editMode, allowed }) => {
    const verdict = spaceVerdict(
      { role, editMode, isDeleted: false, isArchived: false },
      SPACE_ACTION[action],
    );
    expect(verdict.allowed).toBe(allowed);
  });

  it('let a reviewer withdraw requests to themselves, an editor all requests for review', () => {
    expect(actionToWithdrawReviewRequest('ann', 'ann')).toBe('view');
    expect(actionToWithdrawReviewRequest('ann', 'bob')).toBe('edit');
  });
});
