import type { Role } from '#platform/http/actor.js';
import type { InvitePlace } from '../targets/invite-target.js';

const MAY: Record<Role, string> = {
  read: 'read',
  comment: 'read and comment',
  edit: 'edit',
  review: 'review and merge',
  create: 'create and publish',
  admin: 'administrate',
};

/** The words after “You may” for a role. */
export function mayWords(role: Role): string {
  return MAY[role];
}

/** A place in a sentence: the space “Handbook”. */
export function placeWords(type: InvitePlace['type'], title: string): string {
  return `the ${type} “${title}”`;
}
