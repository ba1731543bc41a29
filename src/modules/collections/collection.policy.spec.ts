import { describe, expect, it } from 'vitest';
import { type Role, ROLES } from '#platform/http/actor.js';
import {
  COLLECTION_ACTIONS,
  type CollectionAction,
  collectionPermissions,
  collectionVerdict,
} from './collection.policy.js';

const WEAKEST: Record<CollectionAction, Role> = {
  view: 'read',
  manage: 'create',
  create: 'create',
  invite: 'create',
  transfer: 'admin',
};
const rank = (role: Role | null) => (role === null ? -1 : ROLES.indexOf(role));

describe.each([null, ...ROLES])('the policy of collections for role %s', (role) => {
  it.each(COLLECTION_ACTIONS)('decides on %s by the weakest role', (action) => {
    const verdict = collectionVerdict(role, action);
    expect(verdict.allowed).toBe(rank(role) >= rank(WEAKEST[action]));
    expect(!verdict.allowed && verdict.hidden).toBe(role === null);
  });

  it('gives permissions equal to its verdicts', () => {
    const may = (action: CollectionAction) => collectionVerdict(role, action).allowed;
    expect(collectionPermissions(role)).toEqual({
      view: may('view'),
      admin: may('manage'),
      viewInviteLinks: may('invite'),
      create: may('create'),
    });
  });
});
