import { organizationVerdict, type Standing } from '#modules/organizations/index.js';
import { ALLOWED, denied, HIDDEN, type Verdict } from '#platform/http/verdict.js';
import type { TeamRole } from './team-member.entity.js';

export type TeamAction = 'view' | 'admin';

/** The caller's standing in the organization, and in the team: null is not in it. */
export interface TeamFacts {
  standing: Standing;
  teamRole: TeamRole | null;
}

/**
 * May the caller do this to a team? `admin` is to rename it, delete it and manage its members: administrators of the
 * organization may for every team, owners for theirs. Guests see the teams they are in.
 */
export function teamVerdict({ standing, teamRole }: TeamFacts, action: TeamAction): Verdict {
  if (standing === undefined) return HIDDEN;
  const canList = organizationVerdict(standing, 'listTeams').allowed;
  if (!canList && teamRole === null) return HIDDEN;
  if (action === 'view' || standing === 'admin' || teamRole === 'owner') return ALLOWED;
  return denied('Only administrators of the organization and owners of the team may do this.');
}

/** The `permissions` of a team. */
export function teamPermissions(facts: TeamFacts): Record<TeamAction, boolean> {
  return { admin: teamVerdict(facts, 'admin').allowed, view: teamVerdict(facts, 'view').allowed };
}
