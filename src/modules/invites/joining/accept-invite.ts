import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/http/actor.js';
import { InviteLinksRepository } from '../links/invite-links.repository.js';
import { UseInviteLink } from '../links/use-invite-link.js';
import { AcceptInvitation } from '../mail/accept-invitation.js';

/** Accepts whatever the id of an invite means: a link or an invitation by mail. */
@Injectable()
export class AcceptInvite {
  constructor(
    private readonly links: InviteLinksRepository,
    private readonly useLink: UseInviteLink,
    private readonly invitation: AcceptInvitation,
  ) {}

  /** @throws as `UseInviteLink.use` and `AcceptInvitation.asActor` */
  async accept(actor: Actor, organizationId: string, inviteId: string, key?: string): Promise<void> {
    if (await this.links.find(inviteId)) await this.useLink.use(actor, organizationId, inviteId);
    else await this.invitation.asActor(actor, organizationId, inviteId, key);
  }
}
