import type { Role } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import type { CreateInviteLinkBody, UpdateInviteLinkBody } from './invite-link.dto.js';
import type { InviteLinkTarget } from '../targets/invite-target.js';
import type { InviteLinkChanges } from './invite-links.repository.js';

export interface NewInviteLink {
  target: InviteLinkTarget;
  role: Role | null;
  expiresAt?: Date | null;
  maxUses?: number | null;
}

/** A new link as the service takes it. @throws BadRequest unless the body means exactly one thing. */
export function readNewLink({
  role,
  level,
  space,
  collection,
  ...limits
}: CreateInviteLinkBody): NewInviteLink {
  const target = readTarget(space, collection);
  if (target.type === 'organization') {
    if (level !== undefined)
      throw new BadRequest('level goes with space or collection; for the organization send role.');
    if (role === undefined) throw new BadRequest('role is required, or level with space or collection.');
    return { target, role, ...readLimits(limits) };
  }
  if (role !== undefined)
    throw new BadRequest('role is for the organization; for a space or collection send level.');
  if (level === undefined) throw new BadRequest(`level is required with ${target.type}.`);
  return { target, role: level, ...readLimits(limits) };
}

/** Changes of a link to a target of this type. @throws BadRequest for a role where a level belongs, or the other way round. */
export function readLinkChanges(
  type: InviteLinkTarget['type'],
  { role, level, ...limits }: UpdateInviteLinkBody,
): InviteLinkChanges {
  const [given, other, name]: [Role | null | undefined, unknown, string] =
    type === 'organization'
      ? [role, level, 'level: the link is to the organization; send role.']
      : [level, role, `role: the link is to a ${type}; send level.`];
  if (other !== undefined) throw new BadRequest(name);
  return { ...(given === undefined ? {} : { role: given }), ...readLimits(limits) };
}

function readTarget(space: string | undefined, collection: string | undefined): InviteLinkTarget {
  if (space !== undefined && collection !== undefined)
    throw new BadRequest('A link leads to a space or to a collection: send one of them.');
  if (space !== undefined) return { type: 'space', id: space };
  return collection === undefined ? { type: 'organization' } : { type: 'collection', id: collection };
}

function readLimits({
  expiresAt,
  maxUses,
}: Pick<CreateInviteLinkBody, 'expiresAt' | 'maxUses'>): Pick<InviteLinkChanges, 'expiresAt' | 'maxUses'> {
  return {
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    ...(maxUses === undefined ? {} : { maxUses }),
  };
}
