import type { Option } from '#modules/member-pages/index.js';
import { type Role, ROLES } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';

/** Value in forms for a guest, who has no role. */
export const GUEST = 'guest';

const MEANINGS: Record<Role, string> = {
  read: 'reads',
  comment: 'reads and comments',
  edit: 'writes',
  review: 'writes, approves and merges',
  create: 'makes, publishes and shares content, too',
  admin: 'settings and people, too',
};

/** The roles on content, with their meaning in a few words. */
export const ROLE_OPTIONS: readonly Option[] = ROLES.map((role) => [role, `${role}: ${MEANINGS[role]}`]);

/** The roles in an organization: those on content, and guests. */
export const MEMBER_ROLE_OPTIONS: readonly Option[] = [
  [GUEST, `${GUEST}: sees only what is shared with them`],
  ...ROLE_OPTIONS,
];

/** The role of a form; null for a guest. @throws BadRequest for an unknown role */
export function readMemberRole(form: URLSearchParams, name = 'role'): Role | null {
  return form.get(name) === GUEST ? null : readRole(form, name);
}

/** The role of a form on content. @throws BadRequest for an unknown role */
export function readRole(form: URLSearchParams, name = 'role'): Role {
  const role = ROLES.find((known) => known === form.get(name));
  if (role === undefined) throw new BadRequest(`${name}: choose one of the roles of the list.`);
  return role;
}
