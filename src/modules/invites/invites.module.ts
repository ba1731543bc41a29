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
import { LinkTargets } from './links/link-targets.js';
import { UseInviteLink } from './links/use-invite-link.js';
import { AcceptInvitation } from './mail/accept-invitation.js';
import { InvitationKeys } from './mail/invitation-keys.js';
import { InvitationMail } from './mail/invitation-mail.js';
import { InvitationsController } from './mail/invitations.controller.js';
import { InvitationsRepository } from './mail/invitations.repository.js';
import { Invitations } from './mail/invitations.service.js';
import { ShownInvites } from './shown-invites.js';

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
    InviteLinksController,
    ContentInviteLinksController,
    JoiningController,
  ],
  providers: [
    InvitationsRepository,
    InvitationKeys,
    InvitationMail,
    Invitations,
    AcceptInvitation,
    InviteLinksRepository,
    LinkTargets,
    InviteLinks,
    UseInviteLink,
    AcceptInvite,
    JoinOrganization,
    Newcomers,
    ShownInvites,
  ],
  exports: [Invitations, InviteLinks, AcceptInvitation, UseInviteLink, JoinOrganization, ShownInvites],
})
export class InvitesModule implements OnModuleInit {
  constructor(
    private readonly links: InviteLinks,
    private readonly organizations: OrganizationHooks,
    private readonly spaces: SpaceHooks,
    private readonly collections: CollectionHooks,
  ) {}

  onModuleInit(): void {
    this.organizations.memberRemoved.register((organizationId, userId) =>
      this.links.makerRemoved(organizationId, userId),
    );
    this.spaces.transfer.register((_from, to, ids) => this.links.targetsTransferred(to, 'space', ids));
    this.collections.prepareTransfer.register(
      (_actor, _from, to, ids) => () => this.links.targetsTransferred(to, 'collection', ids),
    );
  }
}
