import { expect, it } from 'vitest';
import { effectiveRole, type RoleFacts, strongest } from './effective-role.js';

const table: [string, RoleFacts, ReturnType<typeof effectiveRole>][] = [
  [
    'a user outside of the organization has none',
    { organizationRole: undefined, levels: ['admin'], grants: ['admin'] },
    null,
  ],
  ['an administrator keeps that role', { organizationRole: 'admin', levels: [null], grants: [] }, 'admin'],
  [
    'levels that inherit lead up to the organization role',
    { organizationRole: 'edit', levels: ['inherit', 'inherit'], grants: [] },
    'edit',
  ],
  ['a missing level inherits', { organizationRole: 'read', levels: [], grants: [] }, 'read'],
  [
    'the nearest level counts',
    { organizationRole: 'edit', levels: ['inherit', 'comment', 'create'], grants: [] },
    'comment',
  ],
  [
    'a level may be above the organization role',
    { organizationRole: 'read', levels: ['create'], grants: [] },
    'create',
  ],
  [
    'a level may be below the organization role',
    { organizationRole: 'create', levels: ['read'], grants: [] },
    'read',
  ],
  [
    'a level of null closes',
    { organizationRole: 'create', levels: ['inherit', null, 'edit'], grants: [] },
    null,
  ],
  [
    'a permission opens what a level of null closes',
    { organizationRole: 'read', levels: [null], grants: ['review'] },
    'review',
  ],
  [
    'a permission with a weaker role takes nothing away',
    { organizationRole: 'create', levels: [], grants: ['read'] },
    'create',
  ],
  ['a guest has no base', { organizationRole: null, levels: ['admin'], grants: [] }, null],
  [
    'a guest has the strongest role of the permissions',
    { organizationRole: null, levels: ['admin'], grants: ['read', 'comment'] },
    'comment',
  ],
];

it.each(table)('the effective role: %s', (_, facts, role) => expect(effectiveRole(facts)).toBe(role));

it('the strongest role follows the order of roles, not of the alphabet', () => {
  expect(strongest(['create', 'review', null, 'admin', 'read'])).toBe('admin');
  expect(strongest(['edit', 'comment'])).toBe('edit');
  expect(strongest([null])).toBeNull();
  expect(strongest([])).toBeNull();
});
