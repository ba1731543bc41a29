import { describe, expect, it } from 'vitest';
import type { Role } from '#platform/http/actor.js';
import {
  createOrganizationVerdict,
  memberVerdict,
  type OrganizationAction,
  organizationPermissions,
  organizationVerdict,
  type Standing,
} from './organization.policy.js';

const STANDINGS: Standing[] = [undefined, null, 'read', 'comment', 'edit', 'review', 'create', 'admin'];

/** One letter per standing, in the order above: h hidden, n refused, y allowed. */
const TABLE: Record<OrganizationAction, string> = {
  view: 'hyyyyyyy',
  access: 'hyyyyyyy',
  admin: 'hnnnnnny',
  createContent: 'hnnnnnyy',
  createOpenAPISpec: 'hnnnnnyy',
  ingestConversations: 'hnnnnnyy',
  viewBilling: 'hnnnnnny',
  listMembers: 'hnyyyyyy',
  listTeams: 'hnyyyyyy',
  listIntegrations: 'hnyyyyyy',
  listInstallations: 'hnyyyyyy',
  installIntegration: 'hnnnnnny',
};

it.each(Object.entries(TABLE) as [OrganizationAction, string][])('roles decide on %s', (action, expected) => {
  expect(STANDINGS.map((standing) => letter(organizationVerdict(standing, action))).join('')).toBe(expected);
});

it('the permissions of an organization are equal to the verdicts of its policy', () => {
  for (const standing of STANDINGS) {
    const permissions = organizationPermissions(standing, false);
    for (const action of Object.keys(TABLE) as OrganizationAction[])
      expect(permissions[action]).toBe(organizationVerdict(standing, action).allowed);
  }
});

it('ownTeam is true for administrators and for owners of a team', () => {
  expect(STANDINGS.map((standing) => organizationPermissions(standing, false).ownTeam)).toEqual([
    ...Array<boolean>(7).fill(false),
    true,
  ]);
  expect(organizationPermissions('read', true).ownTeam).toBe(true);
  expect(organizationPermissions(null, true).ownTeam).toBe(true);
  expect(organizationPermissions(undefined, true).ownTeam).toBe(false);
});

it('an administrator may create another organization, except with single sign-on', () => {
  const may = (roles: (Role | null)[], ssoOrganizationId: string | null = null) => {
    const memberships = new Map(roles.map((role, index) => [`${index}`, role]));
    return createOrganizationVerdict({ memberships, ssoOrganizationId }).allowed;
  };
  expect([may([]), may([null, 'create']), may([null, 'admin']), may(['admin'], '0')]).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

describe('memberVerdict', () => {
  const cases = [
    ['view', false, 'hnyyyyyy'],
    ['view', true, 'hyyyyyyy'],
    ['viewAccess', false, 'hnnnnnny'],
    ['viewAccess', true, 'hyyyyyyy'],
    ['update', false, 'hnnnnnny'],
    ['update', true, 'hnnnnnny'],
    ['remove', false, 'hnnnnnny'],
    ['remove', true, 'hyyyyyyy'],
  ] as const;
  for (const [action, isSelf, expected] of cases) {
    it(`decides on ${action} of ${isSelf ? 'oneself' : 'another member'}`, () => {
      expect(STANDINGS.map((standing) => letter(memberVerdict(standing, action, isSelf))).join('')).toBe(
        expected,
      );
    });
  }
});

function letter(verdict: ReturnType<typeof organizationVerdict>): string {
  if (verdict.allowed) return 'y';
  return verdict.hidden ? 'h' : 'n';
}
