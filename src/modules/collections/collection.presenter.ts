import type { Urls } from '#platform/http/urls.js';
import type { CollectionResource } from './collection.dto.js';
import type { CollectionView } from './collection.types.js';

/** A collection as the API shows it. */
export function presentCollection(
  { collection, permissions }: CollectionView,
  urls: Urls,
): CollectionResource {
  const location = urls.api('collections', collection.id);
  return {
    object: 'collection',
    id: collection.id,
    title: collection.title,
    ...(collection.description === null ? {} : { description: collection.description }),
    organization: collection.organizationId,
    ...(collection.parentId === null ? {} : { parent: collection.parentId }),
    defaultLevel: collection.defaultLevel,
    ...(collection.archivedAt === null ? {} : { archivedAt: collection.archivedAt.toISOString() }),
    urls: { location, app: urls.app('c', collection.id) },
    permissions,
  };
}
