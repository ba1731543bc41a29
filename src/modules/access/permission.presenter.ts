import { presentTeam } from '#modules/teams/index.js';
import { presentUser } from '#modules/users/index.js';
import type { Urls } from '#platform/http/urls.js';
import type { EffectivePermission, TeamPermission, UserPermission } from './grants.service.js';
import type {
  EffectivePermissionResource,
  TeamPermissionResource,
  UserPermissionResource,
} from './permission.dto.js';

export function presentUserPermission(entry: UserPermission, urls: Urls): UserPermissionResource {
  return { permission: entry.permission, user: presentUser(entry.user, urls) };
}

export function presentTeamPermission(entry: TeamPermission): TeamPermissionResource {
  return { permission: entry.permission, team: presentTeam(entry.team) };
}

export function presentEffectivePermission(
  { origin: { type, id, reason, team }, ...entry }: EffectivePermission,
  urls: Urls,
): EffectivePermissionResource {
  const origin = { type, reason, [type]: id, ...(team === undefined ? {} : { team }) };
  return { permission: entry.permission, user: presentUser(entry.user, urls), origin };
}
