import { Module, type OnModuleInit } from '@nestjs/common';
import { AccessModule } from '#modules/access/index.js';
import { CollectionHooks, CollectionsModule } from '#modules/collections/index.js';
import { NotificationsModule } from '#modules/notifications/index.js';
import { OrganizationHooks, OrganizationsModule } from '#modules/organizations/index.js';
import { SpaceHooks, SpacesModule } from '#modules/spaces/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { UsersModule } from '#modules/users/index.js';
import { AcceptInvite } from './joining/accept-invite.js';
import { JoinOrganization } from './joining/join-organization.js';
import { JoiningController } from './joining/joining.controller.js';
import { Newcomers } from './joining/newcomers.js';
import { ContentInviteLinksController } from './links/content-invite-links.controller.js';
import { InviteLinksController } from './links/invite-links.controller.js';
import { InviteLinksRepository } from './links/invite-links.repository.js';
import { InviteLinks } from './links/invite-links.service.js';
import { UseInviteLink } from './links/use-invite-link.js';
import { AcceptInvitation } from './mail/accept-invitation.js';
import { ApplyInvitations } from './mail/apply-invitations.js';
import { CollectionInvitationsController } from './mail/collection-invitations.controller.js';
import { InvitationBacking } from './mail/invitation-backing.js';
import { InvitationKeys } from './mail/invitation-keys.js';
import { InvitationMail } from './mail/invitation-mail.js';
import { InvitationViews } from './mail/invitation-views.js';
import { InvitationsController } from './mail/invitations.controller.js';
import { InvitationsRepository } from './mail/invitations.repository.js';
import { Invitations } from './mail/invitations.service.js';
import { InviteToPlace } from './mail/invite-to-place.js';
import { LetInMail } from './mail/let-in-mail.js';
import { SpaceInvitationsController } from './mail/space-invitations.controller.js';
import { WriteInvitation } from './mail/write-invitation.js';
import { InvitationLimits } from './mail/invitation-limits.js';
import { ShownInvites } from './shown-invites.js';
import { InviteHooks } from './targets/invite-hooks.js';
import { InviteTargets } from './targets/invite-targets.js';

/** Ways into organizations: invitations by mail, invite links, and mail domains. */
@Module({
  imports: [
    StorageModule,
    UsersModule,
    NotificationsModule,
    OrganizationsModule,
    AccessModule,
    CollectionsModule,
    SpacesModule,
  ],
  controllers: [
    InvitationsController,
    SpaceInvitationsController,
    CollectionInvitationsController,
    InviteLinksController,
    ContentInviteLinksController,
    JoiningController,
  ],
  providers: [
    InvitationsRepository,
    InvitationKeys,
    InvitationMail,
    LetInMail,
    InvitationBacking,
    InvitationViews,
    WriteInvitation,
    InvitationLimits,
    Invitations,
    InviteToPlace,
    ApplyInvitations,
    AcceptInvitation,
    InviteLinksRepository,
    InviteHooks,
    InviteTargets,
    InviteLinks,
    UseInviteLink,
    AcceptInvite,
    JoinOrganization,
    Newcomers,
    ShownInvites,
  ],
  exports: [
    InviteHooks,
    Invitations,
    InviteToPlace,
    InviteLinks,
    AcceptInvitation,
    UseInviteLink,
    JoinOrganization,
    ShownInvites,
  ],
})
export class InvitesModule implements OnModuleInit {
  constructor(
    private readonly links: InviteLinks,
    private readonly invitations: Invitations,
    private readonly organizations: OrganizationHooks,
    private readonly spaces: SpaceHooks,
    private readonly collections: CollectionHooks,
  ) {}

  onModuleInit(): void {
    this.organizations.memberRemoved.register(async (organizationId, userId) => {
      await this.links.makerRemoved(organizationId, userId);
      await this.invitations.memberRemoved(organizationId, userId);
    });
    this.spaces.transfer.register((_from, to, ids) => this.targetsTransferred(to, 'space', ids));
    this.collections.prepareTransfer.register(
      (_actor, _from, to, ids) => () => this.targetsTransferred(to, 'collection', ids),
    );
  }

  private async targetsTransferred(to: string, type: 'space' | 'collection', ids: string[]): Promise<void> {
    await this.links.targetsTransferred(to, type, ids);
    await this.invitations.placesTransferred(to, type, ids);
  }
}
