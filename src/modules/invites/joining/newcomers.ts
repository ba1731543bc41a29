import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Organizations } from '#modules/organizations/index.js';
import { type Newcomer, SignInReasons } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { UseInviteLink } from '../links/use-invite-link.js';
import { InvitationsRepository } from '../mail/invitations.repository.js';

/** Why somebody without an account may have one: they were invited, came by a link, or may join by their address. */
@Injectable()
export class Newcomers implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly reasons: SignInReasons,
    private readonly invitations: InvitationsRepository,
    private readonly links: UseInviteLink,
    private readonly organizations: Organizations,
  ) {}

  onModuleInit(): void {
    this.reasons.register((newcomer) => this.hasReason(newcomer));
  }

  private async hasReason({ email, next }: Newcomer): Promise<boolean> {
    if ((await this.invitations.listOpenTo(email, this.clock.now())).length > 0) return true;
    if (await this.organizations.hasEmailDomain(email.slice(email.lastIndexOf('@') + 1))) return true;
    const [, link] = /^invites\/([0-9A-Za-z]+)$/.exec(next) ?? [];
    return link !== undefined && this.links.isOpen(link);
  }
}
