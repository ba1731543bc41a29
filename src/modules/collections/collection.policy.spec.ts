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
  delete: 'create',
  archive: 'create',
  create: 'create',
  invite: 'create',
  transfer: 'admin',
};
const rank = (role: Role | null) => (role === null ? -1 : ROLES.indexOf(role));

describe.each([null, ...ROLES])('the policy of collections for role %s', (role) => {
  const facts = { role, isArchived: false };

  it.each(COLLECTION_ACTIONS)('decides on %s by the weakest role', (action) => {
    const verdict = collectionVerdict(facts, action);
    expect(verdict.allowed).toBe(rank(role) >= rank(WEAKEST[action]));
    expect(!verdict.allowed && verdict.hidden).toBe(role === null);
  });

  it.each(COLLECTION_ACTIONS)('decides on %s in an archived collection', (action) => {
    const isLeft = ['view', 'invite', 'archive', 'delete'].includes(action);
    const { allowed } = collectionVerdict({ role, isArchived: true }, action);
    expect(allowed).toBe(isLeft && rank(role) >= rank(WEAKEST[action]));
  });

  it('gives permissions equal to its verdicts', () => {
    const may = (action: CollectionAction) => collectionVerdict(facts, action).allowed;
    expect(collectionPermissions(facts)).toEqual({
      view: may('view'),
      admin: may('manage'),
      viewInviteLinks: may('invite'),
      create: may('create'),
    });
  });
});
