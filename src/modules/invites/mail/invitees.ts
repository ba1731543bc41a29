import { normalizeEmail } from '#modules/users/index.js';
import type { Role } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { type InviteeBody, MAX_INVITED } from './invitation.dto.js';

/** Somebody to be invited. */
export interface Invitee {
  /** In lower case. */
  email: string;
  /** Null makes a guest. */
  role: Role | null;
}

/**
 * The people whom the `emails` of a request name, each once.
 * @param role of those whose entry names none.
 * @throws BadRequest for too many or none, and for an address that stands there twice with different roles.
 */
export function readInvitees(entries: readonly (string | InviteeBody)[], role: Role | null): Invitee[] {
  if (entries.length === 0 || entries.length > MAX_INVITED)
    throw new BadRequest(`emails must be a list of 1 to ${MAX_INVITED} mail addresses.`);
  const invitees = new Map<string, Invitee>();
  entries.forEach((entry, index) => {
    const own = typeof entry === 'string' ? { email: entry, role } : entry;
    const invitee = { email: normalizeEmail(own.email), role: own.role };
    const other = invitees.get(invitee.email);
    if (other && other.role !== invitee.role)
      throw new BadRequest(`emails[${index}]: ${invitee.email} is there twice, with different roles.`);
    invitees.set(invitee.email, invitee);
  });
  return [...invitees.values()];
}
