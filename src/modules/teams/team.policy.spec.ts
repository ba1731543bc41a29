import { expect, it } from 'vitest';
import type { Standing } from '#modules/organizations/index.js';
import { type TeamAction, teamPermissions, teamVerdict } from './team.policy.js';
import type { TeamRole } from './team-member.entity.js';

const STANDINGS: Standing[] = [undefined, null, 'read', 'comment', 'edit', 'review', 'create', 'admin'];

/** One letter per standing, in the order above: h hidden, n refused, y allowed. */
const TABLE: [TeamAction, TeamRole | null, string][] = [
  ['view', null, 'hhyyyyyy'],
  ['view', 'member', 'hyyyyyyy'],
  ['view', 'owner', 'hyyyyyyy'],
  ['admin', null, 'hhnnnnny'],
  ['admin', 'member', 'hnnnnnny'],
  ['admin', 'owner', 'hyyyyyyy'],
];

it.each(TABLE)('roles decide on %s as %s of the team', (action, teamRole, expected) => {
  const letters = STANDINGS.map((standing) => {
    const verdict = teamVerdict({ standing, teamRole }, action);
    expect(teamPermissions({ standing, teamRole })[action]).toBe(verdict.allowed);
    if (verdict.allowed) return 'y';
    return verdict.hidden ? 'h' : 'n';
  });
  expect(letters.join('')).toBe(expected);
});
