import { atLeast } from '#modules/access/index.js';
import type { Option } from '#modules/member-pages/index.js';
import type { Role } from '#platform/http/actor.js';
import { ROLE_OPTIONS } from '../people/role-choices.js';

/** The roles that somebody with this one may give, with their meaning. */
export function rolesUpTo(held: Role): readonly Option[] {
  return ROLE_OPTIONS.filter(([role]) => atLeast(held, role as Role));
}
