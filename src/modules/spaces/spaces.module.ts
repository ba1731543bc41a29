import { Module, type OnModuleInit } from '@nestjs/common';
import { AccessModule } from '#modules/access/index.js';
import { CollectionHooks, CollectionsModule, Placement } from '#modules/collections/index.js';
import { ContentModule } from '#modules/content/index.js';
import { OpenApiModule } from '#modules/openapi/index.js';
import { OrganizationHooks, OrganizationsModule } from '#modules/organizations/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { TemplatesModule } from '#modules/templates/index.js';
import { UsersModule } from '#modules/users/index.js';
import { ArchiveContents } from './archive-contents.js';
import { ArchivedCollectionsController, ArchivedSpacesController } from './archive.controller.js';
import { ContentsRepository } from './contents.repository.js';
import { CreateSpace } from './create-space.js';
import { DeleteSpace } from './delete-space.js';
import { DeletedSpacesController } from './deleted-spaces.controller.js';
import { DeletedSpaces } from './deleted-spaces.js';
import { DuplicateSpace } from './duplicate-space.js';
import { FirstContent } from './first-content.js';
import { MemberSpacesController } from './member-spaces.controller.js';
import { MemberSpaces } from './member-spaces.service.js';
import { MoveSpace } from './move-space.js';
import { OrganizationContents } from './organization-contents.js';
import { PurgeSpace } from './purge-space.js';
import { ReferencePolicy } from './reference-policy.js';
import { SpaceBranches } from './space-branches.js';
import { SpaceDependencies } from './space-dependencies.js';
import { SpaceEndingsRepository } from './space-endings.repository.js';
import { SharedAddresses } from './shared-addresses.js';
import { SpaceHooks } from './space-hooks.js';
import { SpaceLifecycleController } from './space-lifecycle.controller.js';
import { SpacePermissionsController } from './space-permissions.controller.js';
import { SpacePlaces } from './space-places.repository.js';
import { SpacesController } from './spaces.controller.js';
import { SettledContentJobs } from './settled-content.jobs.js';
import { SpacesJobs } from './spaces.jobs.js';
import { SpacesRepository } from './spaces.repository.js';
import { Spaces } from './spaces.service.js';
import { TransferSpaces } from './transfer-spaces.js';
import { UpdateSpace } from './update-space.js';

/** Spaces: their metadata, their place, and their lifecycle from creation to purge. */
@Module({
  imports: [
    StorageModule,
    ContentModule,
    UsersModule,
    OrganizationsModule,
    OpenApiModule,
    AccessModule,
    CollectionsModule,
    TemplatesModule,
  ],
  controllers: [
    SpacesController,
    SpaceLifecycleController,
    DeletedSpacesController,
    ArchivedSpacesController,
    ArchivedCollectionsController,
    SpacePermissionsController,
    MemberSpacesController,
  ],
  providers: [
    SpacesRepository,
    SpacePlaces,
    ContentsRepository,
    SpaceEndingsRepository,
    SpaceHooks,
    SharedAddresses,
    Spaces,
    SpaceBranches,
    SpaceDependencies,
    ReferencePolicy,
    FirstContent,
    CreateSpace,
    UpdateSpace,
    MoveSpace,
    DuplicateSpace,
    DeleteSpace,
    DeletedSpaces,
    ArchiveContents,
    PurgeSpace,
    TransferSpaces,
    MemberSpaces,
    OrganizationContents,
    SpacesJobs,
    SettledContentJobs,
  ],
  exports: [
    Spaces,
    MemberSpaces,
    SpaceBranches,
    CreateSpace,
    UpdateSpace,
    MoveSpace,
    TransferSpaces,
    OrganizationContents,
    DuplicateSpace,
    DeleteSpace,
    DeletedSpaces,
    ArchiveContents,
    PurgeSpace,
    SharedAddresses,
    SpaceHooks,
    ReferencePolicy,
  ],
})
export class SpacesModule implements OnModuleInit {
  constructor(
    private readonly placement: Placement,
    private readonly places: SpacePlaces,
    private readonly collectionHooks: CollectionHooks,
    private readonly transfers: TransferSpaces,
    private readonly organizationHooks: OrganizationHooks,
    private readonly memberSpaces: MemberSpaces,
  ) {}

  onModuleInit(): void {
    this.placement.register(this.places);
    this.collectionHooks.refuseTransfer.register((...transfer) => this.transfers.refuse(...transfer));
    this.collectionHooks.prepareTransfer.register((...transfer) => this.transfers.prepare(...transfer));
    this.organizationHooks.memberRemoved.register((organizationId, userId) =>
      this.memberSpaces.clearCache(organizationId, userId),
    );
  }
}
