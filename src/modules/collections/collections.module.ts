import { Module, type OnModuleInit } from '@nestjs/common';
import { AccessModule } from '#modules/access/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { CollectionHooks } from './collection-hooks.js';
import { CollectionPermissionsController } from './collection-permissions.controller.js';
import { CollectionPlaces } from './collection-places.repository.js';
import { CollectionTree } from './collection-tree.js';
import { CollectionsController } from './collections.controller.js';
import { CollectionsRepository } from './collections.repository.js';
import { Collections } from './collections.service.js';
import { Placement } from './placement.js';

/** Collections, and the order of what is in them. */
@Module({
  imports: [OrganizationsModule, AccessModule],
  controllers: [CollectionsController, CollectionPermissionsController],
  providers: [
    CollectionsRepository,
    CollectionPlaces,
    CollectionHooks,
    Placement,
    Collections,
    CollectionTree,
  ],
  exports: [Collections, CollectionTree, CollectionHooks, Placement],
})
export class CollectionsModule implements OnModuleInit {
  constructor(
    private readonly placement: Placement,
    private readonly places: CollectionPlaces,
  ) {}

  onModuleInit(): void {
    this.placement.register(this.places);
  }
}
