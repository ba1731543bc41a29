import { presentUser } from '#modules/users/index.js';
import type { Urls } from '#platform/http/urls.js';
import type { MemberResource } from './member.dto.js';
import type { Member } from './members.service.js';

/** The wire form of a member; its id is the user's. */
export function presentMember(member: Member, urls: Urls): MemberResource {
  return {
    object: 'member',
    id: member.userId,
    role: member.role,
    user: presentUser(member.user, urls),
    disabled: member.disabled,
    joinedAt: member.joinedAt.toISOString(),
    ...(member.lastSeenAt === null ? {} : { lastSeenAt: member.lastSeenAt.toISOString() }),
    sso: member.sso,
    spaces: member.spaces,
    teams: member.teams,
    sites: member.sites,
  };
}
