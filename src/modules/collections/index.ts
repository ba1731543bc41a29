export { CollectionsModule } from './collections.module.js';
export { Collections } from './collections.service.js';
export { CollectionTree, type MoveRequest, requireSomething } from './collection-tree.js';
export { requireTransferTarget } from './transfer-target.js';
export { CollectionHooks } from './collection-hooks.js';
export {
  type Contents,
  type PlacementNeighbour,
  type Place,
  type PlacedItem,
  Placement,
  type PositionRequest,
} from './placement.js';
export {
  COLLECTION_ACTIONS,
  type CollectionAction,
  collectionPermissions,
  type CollectionPermissions,
  collectionVerdict,
} from './collection.policy.js';
export {
  CollectionParams,
  CollectionResource,
  CreateCollectionBody,
  MoveBody,
  positionOf,
  TransferBody,
  UpdateCollectionBody,
} from './collection.dto.js';
export { presentCollection } from './collection.presenter.js';
export type { CollectionRecord, CollectionView } from './collection.types.js';
export type * from './collection.events.js';
