export {
  COLLECTION_ACTIONS,
  type CollectionAction,
  collectionPermissions,
  type CollectionPermissions,
  collectionVerdict,
} from './collection.policy.js';
export type { CollectionRecord, CollectionView } from './collection.types.js';

// The signatures of the services; the classes take their place file by file.
import type { Actor } from '#platform/http/actor.js';
import type { CollectionAction } from './collection.policy.js';
import type { CollectionView } from './collection.types.js';

export declare class CollectionsModule {}
export declare class Collections {
  require(actor: Actor, collectionId: string, action: CollectionAction): Promise<CollectionView>;
}
