import { expect, it } from 'vitest';
import { effectiveRole, type RoleFacts, strongest } from './effective-role.js';

const table: [string, RoleFacts, ReturnType<typeof effectiveRole>][] = [
  [
    'nobody outside of the organization',
    { organizationRole: undefined, levels: ['admin'], grants: ['admin'] },
    null,
  ],
  ['administrators are administrators', { organizationRole: 'admin', levels: [null], grants: [] }, 'admin'],
  [
    'inherit up to the organization role',
    { organizationRole: 'edit', levels: ['inherit', 'inherit'], grants: [] },
    'edit',
  ],
  ['no level at all is inherit', { organizationRole: 'read', levels: [], grants: [] }, 'read'],
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
  ['null closes', { organizationRole: 'create', levels: ['inherit', null, 'edit'], grants: [] }, null],
  [
    'a grant opens what null closes',
    { organizationRole: 'read', levels: [null], grants: ['review'] },
    'review',
  ],
  [
    'a weaker grant takes nothing away',
    { organizationRole: 'create', levels: [], grants: ['read'] },
    'create',
  ],
  ['guests have no base', { organizationRole: null, levels: ['admin'], grants: [] }, null],
  [
    'guests have their grants',
    { organizationRole: null, levels: ['admin'], grants: ['read', 'comment'] },
    'comment',
  ],
];

it.each(table)('%s', (_, facts, role) => expect(effectiveRole(facts)).toBe(role));

it('takes the strongest in the order of the ladder, not of the alphabet', () => {
  expect(strongest(['create', 'review', null, 'admin', 'read'])).toBe('admin');
  expect(strongest(['edit', 'comment'])).toBe('edit');
  expect(strongest([null])).toBeNull();
  expect(strongest([])).toBeNull();
});
