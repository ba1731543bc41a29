import type { Actor, Role } from '#platform/http/actor.js';
import { ALLOWED, atLeast, denied, HIDDEN, type Verdict } from '#platform/http/verdict.js';

/** The weakest role that may do each thing; `guest` means every member. */
const NEEDED = {
  view: 'guest',
  access: 'guest',
  admin: 'admin',
  createContent: 'create',
  createOpenAPISpec: 'create',
  ingestConversations: 'create',
  viewBilling: 'admin',
  listMembers: 'read',
  listTeams: 'read',
  listIntegrations: 'read',
  listInstallations: 'read',
  installIntegration: 'admin',
} as const satisfies Record<string, Role | 'guest'>;

export type OrganizationAction = keyof typeof NEEDED;

/** The `permissions` of an organization. */
export type OrganizationPermissions = Record<OrganizationAction | 'ownTeam', boolean>;

/** The caller's standing: null is a guest, undefined no member at all. */
export type Standing = Role | null | undefined;

/** May somebody of this standing do this in the organization? */
export function organizationVerdict(standing: Standing, action: OrganizationAction): Verdict {
  if (standing === undefined) return HIDDEN;
  const needed = NEEDED[action];
  if (needed === 'guest' || atLeast(standing, needed)) return ALLOWED;
  return denied(`This needs the role "${needed}" or a stronger one in the organization.`);
}

/**
 * May the caller make another organization? Whoever administrates one: being invited somewhere, or having been a member once, makes
 * nobody a host. Nor may those whom an organization vouched for, which speaks for itself only.
 */
export function createOrganizationVerdict(actor: Pick<Actor, 'memberships' | 'ssoOrganizationId'>): Verdict {
  if (actor.ssoOrganizationId !== null)
    return denied(
      'You signed in for one organization alone. To make another one, sign in by mail or use a personal token.',
    );
  if ([...actor.memberships.values()].includes('admin')) return ALLOWED;
  return denied('Administrators of an organization may make another one; ask one of them.');
}

/** All verdicts as booleans; `ownsTeam` says whether the caller is an owner of one of its teams. */
export function organizationPermissions(standing: Standing, ownsTeam: boolean): OrganizationPermissions {
  const actions = Object.keys(NEEDED) as OrganizationAction[];
  const verdicts = actions.map((action) => [action, organizationVerdict(standing, action).allowed] as const);
  return {
    ...(Object.fromEntries(verdicts) as Record<OrganizationAction, boolean>),
    ownTeam: standing === 'admin' || (standing !== undefined && ownsTeam),
  };
}

/** True when a member of this standing has the role, or a stronger one, already; every member is at least a guest. */
export function isWithin(standing: Standing, role: Role | null): boolean {
  return standing !== undefined && (role === null || atLeast(standing, role));
}

/** `viewAccess` is to see what of the organization's content a member gets to. */
export type MemberAction = 'view' | 'viewAccess' | 'update' | 'remove';

/**
 * May somebody of this standing do this to a member?
 * @param isSelf the member is the caller: everybody may see their own membership, and leave.
 */
export function memberVerdict(standing: Standing, action: MemberAction, isSelf: boolean): Verdict {
  if (standing === undefined) return HIDDEN;
  if (isSelf && action !== 'update') return ALLOWED;
  return organizationVerdict(standing, action === 'view' ? 'listMembers' : 'admin');
}
