import { isEmailAddress, normalizeEmail } from '#modules/users/index.js';
import { type Role, ROLES } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';

/** Somebody to be invited. */
export interface Invitee {
  /** In lower case. */
  email: string;
  /** Null makes a guest. */
  role: Role | null;
}

/** Most addresses of one call. */
export const MAX_INVITED = 100;

/**
 * The `emails` of a request as a list.
 * @throws BadRequest for values that are not a list, and for empty or too long ones.
 */
export function requireEmails(emails: unknown): readonly unknown[] {
  if (Array.isArray(emails) && emails.length > 0 && emails.length <= MAX_INVITED) return emails;
  throw new BadRequest(`emails must be a list of 1 to ${MAX_INVITED} mail addresses.`);
}

/**
 * Reads the `emails` of a request: addresses, or objects of an address and a role.
 * @param role of those whose entry names none.
 * @throws BadRequest naming the entry that is neither, or an address that stands there twice with different roles.
 */
export function readInvitees(entries: readonly unknown[], role: Role | null): Invitee[] {
  const invitees = new Map<string, Invitee>();
  entries.forEach((entry, index) => {
    const invitee = readInvitee(entry, `emails[${index}]`, role);
    const other = invitees.get(invitee.email);
    if (other && other.role !== invitee.role)
      throw new BadRequest(`emails[${index}]: ${invitee.email} is there twice, with different roles.`);
    invitees.set(invitee.email, invitee);
  });
  return [...invitees.values()];
}

function readInvitee(entry: unknown, at: string, role: Role | null): Invitee {
  if (typeof entry === 'string') return { email: readAddress(entry, at), role };
  if (typeof entry !== 'object' || entry === null)
    throw new BadRequest(`${at} must be a mail address, or an object with email and role.`);
  const own = entry as { email?: unknown; role?: unknown };
  return { email: readAddress(own.email, `${at}.email`), role: readRole(own.role, `${at}.role`) };
}

function readAddress(value: unknown, at: string): string {
  const email = typeof value === 'string' ? normalizeEmail(value) : '';
  if (!isEmailAddress(email)) throw new BadRequest(`${at} must be a mail address such as ann@example.com.`);
  return email;
}

function readRole(value: unknown, at: string): Role | null {
  const role = value === null ? null : ROLES.find((known) => known === value);
  if (role === undefined)
    throw new BadRequest(`${at} must be one of ${ROLES.join(', ')}, or null for a guest.`);
  return role;
}
