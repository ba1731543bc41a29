import { expect, it } from 'vitest';
import { ROLES } from '#platform/http/actor.js';
import { translationVerdict } from './translation.policy.js';

it('a translation is seen by readers of its source, and changed by members who may duplicate the source', () => {
  const allowed = ROLES.map((role) => [
    role,
    translationVerdict(role, 'view').allowed,
    translationVerdict(role, 'edit').allowed,
  ]);
  expect(allowed).toEqual([
    ['read', true, false],
    ['comment', true, false],
    ['edit', true, false],
    ['review', true, false],
    ['create', true, true],
    ['admin', true, true],
  ]);
  expect(translationVerdict(null, 'view')).toMatchObject({ allowed: false, hidden: true });
});
