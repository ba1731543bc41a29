import { describe, expect, it } from 'vitest';
import { type Role, ROLES } from '#platform/http/actor.js';
import {
  SPACE_ACTIONS,
  SPACE_IS_ARCHIVED,
  type SpaceAction,
  type SpaceFacts,
  spacePermissions,
  spaceVerdict,
} from './space.policy.js';

/** The actions that end the time of a space in the bin. */
const ENDINGS: readonly SpaceAction[] = ['restore', 'purge'];

/** The lowest role that may do it, repeated here so that a change of the policy needs a change of the test. */
const WEAKEST: Record<SpaceAction, Role> = {
  inspect: 'read',
  view: 'read',
  comment: 'comment',
  edit: 'edit',
  editLive: 'edit',
  review: 'review',
  merge: 'review',
  manage: 'create',
  delete: 'create',
  archive: 'create',
  invite: 'create',
  viewGit: 'create',
  syncGit: 'create',
  installIntegration: 'admin',
  transfer: 'admin',
  restore: 'admin',
  purge: 'admin',
};
/** The actions that are left of an archived space. */
const LEFT_IN_ARCHIVE: readonly SpaceAction[] = [
  ...(['inspect', 'view', 'viewGit', 'invite', 'archive', 'delete', 'restore', 'purge'] as const),
];
const EVERY_ROLE: (Role | null)[] = [null, ...ROLES];
const rank = (role: Role | null) => (role === null ? -1 : ROLES.indexOf(role));
const facts = (role: Role | null, more: Partial<SpaceFacts> = {}): SpaceFacts => ({
  role,
  editMode: 'live',
  isDeleted: false,
  isArchived: false,
  ...more,
});

describe.each(EVERY_ROLE)('the policy of spaces for role %s', (role) => {
  it.each(SPACE_ACTIONS)('decides on %s by the weakest role', (action) => {
    const verdict = spaceVerdict(facts(role), action);
    expect(verdict.allowed).toBe(rank(role) >= rank(WEAKEST[action]));
    expect(!verdict.allowed && verdict.hidden).toBe(role === null);
  });

  it.each(SPACE_ACTIONS)('decides on %s in a locked space', (action) => {
    const verdict = spaceVerdict(facts(role, { editMode: 'locked' }), action);
    const expected = spaceVerdict(facts(role), action).allowed && action !== 'editLive';
    expect(verdict.allowed).toBe(expected);
  });

  it.each(SPACE_ACTIONS)('decides on %s in a deleted space', (action) => {
    const verdict = spaceVerdict(facts(role, { isDeleted: true }), action);
    const isCreator = rank(role) >= rank('create');
    expect(verdict.allowed).toBe(
      (action === 'inspect' && isCreator) || (ENDINGS.includes(action) && role === 'admin'),
    );
    // Only actors who see the space learn that it exists.
    const isSeen = isCreator && (ENDINGS.includes(action) || action === 'inspect');
    expect(!verdict.allowed && verdict.hidden).toBe(!isSeen);
  });

  it.each(SPACE_ACTIONS)('decides on %s in an archived space', (action) => {
    const verdict = spaceVerdict(facts(role, { isArchived: true }), action);
    const isAllowed = spaceVerdict(facts(role), action).allowed;
    expect(verdict.allowed).toBe(isAllowed && LEFT_IN_ARCHIVE.includes(action));
  });

  it('gives permissions equal to its verdicts', () => {
    const permissions = spacePermissions(facts(role));
    const may = (action: SpaceAction) => spaceVerdict(facts(role), action).allowed;
    expect(permissions).toEqual({
      view: may('view'),
      access: may('view'),
      admin: may('manage'),
      viewInviteLinks: may('invite'),
      edit: may('edit'),
      triggerGitSync: may('syncGit'),
      comment: may('comment'),
      merge: may('merge'),
      review: may('review'),
      installIntegration: may('installIntegration'),
    });
  });
});

it('a refusal by the policy of spaces says that the space is archived, after the role', () => {
  const refused = ['edit', 'read'] as const;
  const reasons = refused.map((role) => spaceVerdict(facts(role, { isArchived: true }), 'edit'));
  expect(reasons).toMatchObject([
    { allowed: false, hidden: false, reason: SPACE_IS_ARCHIVED },
    { allowed: false, hidden: false, reason: expect.stringContaining('"edit"') },
  ]);
});

it('a refusal by the policy of spaces names the missing role', () => {
  const verdict = spaceVerdict(facts('read'), 'merge');
  expect(verdict).toMatchObject({ allowed: false, hidden: false });
  expect((verdict as { reason: string }).reason).toContain('"review"');
});
