import { presentCollection } from '#modules/collections/index.js';
import { isWithin } from '#modules/organizations/index.js';
import { presentSpace } from '#modules/spaces/index.js';
import type { Urls } from '#platform/http/urls.js';
import type { InviteLinkResource } from './invite-link.dto.js';
import type { InviteLinkView } from './invite-links.service.js';
import type { TargetView } from '../targets/invite-targets.js';

/** The wire form of an invite link, for the actor whose view it is. */
export function presentInviteLink({ link, target }: InviteLinkView, urls: Urls): InviteLinkResource {
  const given =
    link.role !== null && target.type !== 'organization' ? { level: link.role } : { role: link.role };
  return {
    object: 'invite',
    id: link.id,
    ...given,
    ...presentTarget(target, urls),
    redundant: isWithin(target.held, link.role),
    uses: link.uses,
    ...(link.maxUses === null ? {} : { maxUses: link.maxUses }),
    createdAt: link.createdAt.toISOString(),
    ...(link.expiresAt === null ? {} : { expiresAt: link.expiresAt.toISOString() }),
    urls: { app: urls.app('invites', link.id) },
  };
}

function presentTarget(target: TargetView, urls: Urls): Pick<InviteLinkResource, 'space' | 'collection'> {
  if (target.type === 'space') return { space: presentSpace(target.space, urls) };
  if (target.type === 'collection') return { collection: presentCollection(target.collection, urls) };
  return {};
}
