import { type Role, ROLES } from '#platform/http/actor.js';
import { describe, expect, it } from 'vitest';
import { COMMENT_ACTIONS, type CommentAction, commentPermissions, commentVerdict } from './comment.policy.js';

/** The weakest role that may do it: with one's own, with somebody else's. */
const WEAKEST: Record<CommentAction, [Role, Role | 'nobody']> = {
  view: ['read', 'read'],
  reply: ['comment', 'comment'],
  edit: ['comment', 'nobody'],
  resolve: ['comment', 'edit'],
  delete: ['comment', 'review'],
};

describe.each(COMMENT_ACTIONS)('the policy for %s of a comment', (action) => {
  it.each([true, false])('allows the weakest role and those above it (by its author: %s)', (isAuthor) => {
    const weakest = WEAKEST[action][isAuthor ? 0 : 1];
    const from = weakest === 'nobody' ? ROLES.length : ROLES.indexOf(weakest);
    const allowed = ROLES.filter(
      (role) => commentVerdict({ role, isAuthor, isArchived: false }, action).allowed,
    );
    expect(allowed).toEqual(ROLES.slice(from));
  });

  it.each([true, false])(
    'allows nothing but reading in an archived space (by its author: %s)',
    (isAuthor) => {
      const { allowed } = commentVerdict({ role: 'admin', isAuthor, isArchived: true }, action);
      expect(allowed).toBe(action === 'view');
    },
  );

  it('hides the comment from users without a role, also from an author who lost theirs', () => {
    for (const isAuthor of [true, false])
      expect(commentVerdict({ role: null, isAuthor, isArchived: false }, action)).toMatchObject({
        allowed: false,
        hidden: true,
      });
  });
});

it('the permissions of a comment are equal to the verdicts of its policy', () => {
  for (const role of [null, ...ROLES]) {
    for (const isAuthor of [true, false]) {
      const permissions = commentPermissions({ role, isAuthor, isArchived: false });
      for (const [action, allowed] of Object.entries(permissions))
        expect(commentVerdict({ role, isAuthor, isArchived: false }, action as CommentAction).allowed).toBe(
          allowed,
        );
    }
  }
});
